// What the list says, what it does not say, and what to do with it.
import { t } from '../../../kernel/i18n.ts'
import styles from './similar.module.css'

/** Stands wherever figures of a pair stand. */
export const Caution = () => (
  <p className={styles.caution}>
    {t(
      '统计只说明作答不寻常地相似，不说明原因，也不能证明抄袭。共同学习、同一资料、录入或判分错误都可能造成相似。请结合监考记录和当事人说明判断。',
    )}
  </p>
)

export function HowToRead() {
  return (
    <section className={styles.guide} aria-label={t('怎样看这份结果')}>
      <h3>{t('怎样看这份结果')}</h3>
      <ol>
        <li>{t('先看“建议重点查看”，再看“建议查看”。这是查看的先后，不是问题的大小。')}</li>
        <li>{t('点“对照”并排看两份答卷。相同的错误选项比相同的正确选项更值得留意。')}</li>
        <li>{t('核对监考记录和共同学习的情况，听两人说明。')}</li>
        <li>{t('写下您的判断。它只留作记录，不改变成绩；需要处理时打开答卷处理。')}</li>
      </ol>
      <Caution />
    </section>
  )
}
