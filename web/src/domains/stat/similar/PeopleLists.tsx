// Beside the pairs: groups, answers that came too quickly, and papers that were not compared.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { examSimilar } from '@shuyuan/contract/stat/similar.ts'
import { Button, Card } from 'antd'
import { listed, t } from '../../../kernel/i18n.ts'
import { nameOf, PaperLink, PersonName } from './PersonName.tsx'
import type { Overview } from './similar-view.ts'
import styles from './similar.module.css'

type Group = Data<typeof examSimilar.groups>[number]
type Fast = Data<typeof examSimilar.fast>

const percent = (share: number) => `${Math.round(share * 100)}%`

export function GroupList({ groups, onShow }: { groups: readonly Group[]; onShow: (groupNo: number) => void }) {
  return (
    <Card size="small" title={<h3>{t('分组')}</h3>}>
      <p className={styles.note}>{t('同组的人两两相似，可能有同一来源。先问共同的老师、资料和座位，再逐对查看。')}</p>
      <ul className={styles.rows}>
        {groups.map(({ groupNo, pairs, people }) => (
          <li key={groupNo}>
            <span className={styles.person}>
              <b>{t('第 {{n}} 组', { n: groupNo })}</b>
              <small>{listed(people.map(nameOf))}</small>
            </span>
            <span className={styles.rowFigure}>{t('{{people}} 人，{{n}} 对', { people: people.length, n: pairs })}</span>
            <Button size="small" aria-label={t('查看第 {{n}} 组', { n: groupNo })} onClick={() => onShow(groupNo)}>
              {t('查看这组')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function FastList({ rows }: { rows: Fast }) {
  return (
    <Card size="small" title={<h3>{t('作答过快')}</h3>}>
      <p className={styles.note}>
        {t(
          '这些答卷有不少答对的题，用时远少于这道题和本人的通常用时。可能是熟悉题目、先看题后作答，或提前见过试题。这是用时的比较，不是概率。',
        )}
      </p>
      {rows.length === 0 ? (
        <p className={styles.note}>{t('没有需要查看的答卷。')}</p>
      ) : (
        <ul className={styles.rows}>
          {rows.map((one) => (
            <li key={one.paperId}>
              <PersonName person={one} />
              <span className={styles.rowFigure}>{t('答对的题中 {{p}} 过快，共 {{n}} 题', { p: percent(one.share), n: one.count })}</span>
              <PaperLink person={one} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const reasons = { pattern: '选项按规律排列，疑似未认真作答', fewAnswers: '作答不足 10 题' } as const

export function LeftOutList({ rows }: { rows: Overview['leftOut'] }) {
  return (
    <Card size="small" title={<h3>{t('未比较的答卷')}</h3>}>
      <ul className={styles.rows}>
        {rows.map((one) => (
          <li key={one.paperId}>
            <PersonName person={one} />
            <span className={styles.rowFigure}>{t(reasons[one.reason])}</span>
            <PaperLink person={one} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
