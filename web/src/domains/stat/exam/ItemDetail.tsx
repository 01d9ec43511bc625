// How often each option was chosen, by the strong and the weak group; for a composite by sub-question.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import type { examStat } from '@shuyuan/contract/stat/exam.ts'
import { Tag } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { percent, ShareBar } from './Columns.tsx'
import styles from './exam-stat.module.css'

type Question = Data<(typeof examStat)['qu-analysis']>['questions'][number]
type Part = Question['subs'][number]

function Options({ part }: { part: Part }) {
  if (part.options.length === 0) return null
  return (
    <div className={styles.optionScroll}>
      <table className={styles.optionStat}>
        <thead>
          <tr>
            <th scope="col">{t('选项')}</th>
            <th scope="col">{t('选择人数')}</th>
            <th scope="col">{t('全部')}</th>
            <th scope="col">{t('高分组')}</th>
            <th scope="col">{t('低分组')}</th>
          </tr>
        </thead>
        <tbody>
          {part.options.map((one) => (
            <tr key={one.tag} data-right={one.isRight}>
              <th scope="row">
                {one.tag}
                {one.content !== '' && `. ${one.content}`} {one.isRight && <Tag color="success">{t('正确答案')}</Tag>}
                {one.beatsKey && <Tag color="error">{t('高分组更多选择此项，请核对答案')}</Tag>}
              </th>
              <td data-label={t('选择人数')}>{one.count}</td>
              <td data-label={t('全部')}>
                <ShareBar share={one.share} tone={one.isRight ? 'right' : undefined} />
              </td>
              <td data-label={t('高分组')}>
                <ShareBar share={one.strong} tone={one.isRight ? 'right' : undefined} />
              </td>
              <td data-label={t('低分组')}>
                <ShareBar share={one.weak} tone="weak" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function ItemDetail({ row }: { row: Question }) {
  if (row.subs.length === 0) return <Options part={row} />
  return (
    <ol className={styles.itemSubs}>
      {row.subs.map((sub, at) => (
        <li key={sub.subId}>
          <p>
            {t('第{{n}}小题', { n: at + 1 })} <Tag>{tLabel(quTypeText[sub.quType as keyof typeof quTypeText] ?? '')}</Tag> {sub.title}{' '}
            <small>{t('得分率 {{p}} · 区分度 {{d}}', { p: percent(sub.difficulty), d: sub.discrimination?.toFixed(2) ?? '—' })}</small>
          </p>
          <Options part={sub} />
        </li>
      ))}
    </ol>
  )
}
