// What is new in this release and the ones before, for users.
import news from 'virtual:handbook/news'
import { useEffect } from 'react'
import { t } from '../../kernel/i18n.ts'
import { language } from '../../kernel/state/preferences.ts'
import { worded } from '../../kernel/text/words.ts'
import styles from './help.module.css'
import { markNewsSeen } from './news-seen.ts'

/** Code within a line stands between backticks. */
const Line = ({ text }: { text: string }) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : worded(part)))

export default function News() {
  useEffect(markNewsSeen, [])
  return (
    <>
      {language.get() === 'en' && <p className={styles.note}>{t('本章暂无英文版')}</p>}
      <div lang="zh-CN" className={styles.chapter}>
        {news.map((release) => (
          <section key={release.title} aria-label={release.title}>
            <h2>{release.title === '未发布' ? '本次更新' : release.title}</h2>
            {release.parts.map((part) => (
              <section key={part.title} aria-label={part.title}>
                <h3>{part.title}</h3>
                <ul>
                  {part.items.map((item) => (
                    <li key={item}>
                      <Line text={item} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}
