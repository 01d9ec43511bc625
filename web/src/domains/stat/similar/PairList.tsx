// The pairs to look at, in the order of reading.
import { examSimilar, pairFamily, pairLevel, pairState } from '@shuyuan/contract/stat/similar.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Select, Tag } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { nameOf, PersonName } from './PersonName.tsx'
import { SameBar } from './SameBar.tsx'
import { hasFigures, levelColours, LIST_KEY, type Pair, stateColours } from './similar-view.ts'
import styles from './similar.module.css'

type Groups = Data<typeof examSimilar.groups>
type PairListProps = { examId: string; groups: Groups; onOpen: (pairId: string) => void }

const percent = (share: number) => `${Math.round(share * 100)}%`

/** What else the papers have in common, as facts. */
export function factsOf({ facts, together, textShare }: Pair): string[] {
  return [
    ...(facts.sameAddress === true ? [t('同一网络地址')] : []),
    ...(together !== null && together > 0 ? [t('{{n}} 题在同一时刻答出', { n: together })] : []),
    ...(textShare === null ? [] : [t('简答文字重合 {{p}}', { p: percent(textShare) })]),
  ]
}

function Facts({ pair }: { pair: Pair }) {
  const facts = factsOf(pair)
  if (facts.length === 0) return '—'
  return (
    <span className={styles.factTags}>
      {facts.map((one) => (
        <Tag key={one}>{one}</Tag>
      ))}
    </span>
  )
}

export function PairList({ examId, groups, onOpen }: PairListProps) {
  const options = groups.map(({ groupNo, people }) => ({
    value: groupNo,
    label: t('第 {{n}} 组（{{people}} 人）', { n: groupNo, people: people.length }),
  }))
  return (
    <ListPage
      of={examSimilar.paging}
      urlKey={LIST_KEY}
      fixedParams={{ examId }}
      search={[
        'level',
        'family',
        'state',
        ...(options.length > 0
          ? [
              {
                name: 'groupNo' as const,
                control: <Select allowClear options={options} placeholder={t('分组')} style={{ minWidth: 140 }} />,
              },
            ]
          : []),
      ]}
      columns={[
        {
          id: 'people',
          title: '两名考生',
          main: true,
          render: ({ a, b }) => (
            <span className={styles.pairNames}>
              <PersonName person={a} />
              <PersonName person={b} />
            </span>
          ),
        },
        { name: 'level', width: 130, keep: true, render: ({ level }) => <Tag color={levelColours[level]}>{tLabel(pairLevel[level])}</Tag> },
        { name: 'family', width: 130, render: ({ family }) => tLabel(pairFamily[family]) },
        {
          name: 'same',
          width: 170,
          keep: true,
          align: 'left',
          sortable: true,
          render: (pair) => (hasFigures(pair) ? <SameBar pair={pair} /> : '—'),
        },
        {
          name: 'sameWrong',
          width: 120,
          keep: true,
          sortable: true,
          align: 'right',
          render: (pair) => (hasFigures(pair) ? pair.sameWrong : '—'),
        },
        { id: 'facts', title: '其他情况', width: 190, render: (pair) => <Facts pair={pair} /> },
        { name: 'groupNo', title: '分组', width: 90, render: ({ groupNo }) => (groupNo > 0 ? t('第 {{n}} 组', { n: groupNo }) : '—') },
        { name: 'state', width: 110, keep: true, render: ({ state }) => <Tag color={stateColours[state]}>{tLabel(pairState[state])}</Tag> },
      ]}
      actionsWidth={90}
      actions={({ id, a, b }) => (
        <Button
          type="link"
          size="small"
          aria-label={t('对照{{a}}与{{b}}的答卷', { a: nameOf(a), b: nameOf(b) })}
          onClick={() => onOpen(id)}
        >
          {t('对照')}
        </Button>
      )}
      empty={{ text: t('没有需要查看的相似作答') }}
    />
  )
}
