// Handed-in papers of an exam; a filter selects those that did not end normally.
import { watch, HandState } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { watchTags } from '@shuyuan/contract/exam/entry/invigilation.ts'
import { ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { Button, Flex, Segmented, Tag } from 'antd'
import { useSearchParams } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { t } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { withValue } from './watch-address.ts'
import { reopenTitle, type WatchTarget } from './watch-target.ts'

type Row = RowOf<(typeof watch)['hand-paging']>
type HandedFilter = 'all' | 'normal' | 'abnormal'
type Props = { examId: string; refetchInterval: number | false; onAct: (target: WatchTarget) => void }
const handState = { all: {}, normal: { handState: HandState.normal }, abnormal: { handState: HandState.abnormal } } as const

export function HandedList({ examId, refetchInterval, onAct }: Props) {
  const [address, setAddress] = useSearchParams()
  const chosen = address.get('handed.end')
  const filter: HandedFilter = chosen === 'normal' || chosen === 'abnormal' ? chosen : 'all'
  const setFilter = (to: HandedFilter) => setAddress((before) => withValue(before, 'handed.end', to === 'all' ? '' : to), { replace: true })
  return (
    <ListPage
      of={watch['hand-paging']}
      fixedParams={{ examId, ...handState[filter] }}
      search={['realName']}
      urlKey="handed"
      defaultOrder={{ column: 'handTime', asc: false }}
      {...(refetchInterval === false ? {} : { refreshEvery: refetchInterval })}
      toolbar={
        <Segmented<HandedFilter>
          value={filter}
          onChange={setFilter}
          aria-label={t('交卷状态')}
          options={[
            { value: 'all', label: t('全部') },
            { value: 'normal', label: t('正常') },
            { value: 'abnormal', label: t('异常') },
          ]}
        />
      }
      columns={[
        { name: 'realName', render: (row: Row) => row.realName || t('匿名') },
        { name: 'handTime', sortable: true },
        { name: 'userTime', align: 'right' },
        {
          name: 'exState_dictText',
          render: (row: Row) => <Tag color={row.exState === ExState.normal ? 'success' : 'warning'}>{row.exState_dictText}</Tag>,
        },
        { name: 'exMsg', ellipsis: true, render: (row: Row) => row.exMsg || '—' },
        { name: 'leaveTimes', align: 'right' },
      ]}
      actions={({ id, realName }: Row) => (
        <Flex gap={4} wrap>
          <Button type="link" size="small" onClick={() => onAct({ act: 'timeline', one: { paperId: id, userId: '', realName } })}>
            {t('时间线')}
          </Button>
          <Can permit={watchTags}>
            <Button
              type="link"
              size="small"
              aria-label={reopenTitle(realName)}
              onClick={() => onAct({ act: 'reopen', one: { paperId: id, userId: '', realName } })}
            >
              {t('恢复考试')}
            </Button>
          </Can>
        </Flex>
      )}
      empty={{ text: t('还没有考生交卷') }}
    />
  )
}
