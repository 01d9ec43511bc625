// What candidates record, nearly live: the newest picture of the camera or the screen of each, a page at a time.
import { HandState, watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { recordGrid, recordProblem } from '@shuyuan/contract/paper/proctor/record-grid.ts'
import type { Data, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { LOW_BATTERY } from '@shuyuan/contract/paper/record/phone.ts'
import { RecordTrack, recordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Flex, Pagination, Segmented, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../../kernel/call/query.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { NewestPicture } from './NewestPicture.tsx'
import { replayAddress } from '../timeline/replay-address.ts'
import type { WatchTarget } from '../watch-target.ts'
import styles from './recording.module.css'

const PAGE = 16
/** So many have larger pictures. */
const FEW = 2
type Person = RowOf<(typeof watch)['process-paging']>
type Recorded = Data<(typeof recordGrid)['record-grid']>[number]
type Props = { examId: string; refetchInterval: number | false; onAct: (target: WatchTarget) => void }

const tracks = [RecordTrack.camera, RecordTrack.screen, RecordTrack.phone]
const colors = { none: 'success', waiting: 'default', silent: 'error', full: 'warning' } as const

export function RecordGrid({ examId, refetchInterval, onAct }: Props) {
  const [current, setCurrent] = useState(1)
  const [chosen, setTrack] = useState<RecordTrack>()
  const people = useCall(
    watch['process-paging'],
    { current, size: PAGE, params: { examId, handState: HandState.normal } },
    { refetchInterval, placeholderData: keepPreviousData },
  )
  const rows = people.data?.records ?? []
  const paperIds = rows.map((row) => row.id)
  const grid = useCall(
    recordGrid['record-grid'],
    { examId, paperIds },
    { refetchInterval, enabled: paperIds.length > 0, placeholderData: keepPreviousData },
  )
  const asked = tracks.filter((track) => grid.data?.some((one) => one.tracks.some((own) => own.track === track)))
  const track = chosen ?? asked[0] ?? RecordTrack.camera
  const byPaper = new Map(grid.data?.map((one) => [one.paperId, one]))
  if (!people.data)
    return people.error ? <PageError error={people.error} onRetry={() => void people.refetch()} /> : <PageLoading shape="cards" rows={8} />
  if (people.data.total === 0) return <PageEmpty text={t('暂时没有考生在考试')} />
  return (
    <Flex vertical gap="middle">
      <Segmented
        aria-label={tLabel('轨道')}
        value={track}
        onChange={setTrack}
        options={(asked.length > 0 ? asked : tracks).map((value) => ({ value, label: tLabel(recordTrack[value]) }))}
        style={{ alignSelf: 'start' }}
      />
      <ul className={styles.recordGrid} data-testid="record-grid" data-few={rows.length <= FEW}>
        {rows.map((row) => (
          <li key={row.id}>
            <Tile person={row} recorded={byPaper.get(row.id)} track={track} onAct={onAct} />
          </li>
        ))}
      </ul>
      <Pagination
        current={current}
        pageSize={PAGE}
        total={people.data.total}
        onChange={setCurrent}
        showSizeChanger={false}
        hideOnSinglePage
      />
    </Flex>
  )
}

type TileProps = { person: Person; recorded: Recorded | undefined; track: RecordTrack; onAct: Props['onAct'] }

function Tile({ person, recorded, track, onAct }: TileProps) {
  const shown = recorded?.tracks.find((one) => one.track === track)
  const replay = replayAddress(person.id)
  const state = () => {
    if (recorded?.exempt) return <Tag>{t('免录制')}</Tag>
    if (!shown) return <Tag>{t('没有录制这一路')}</Tag>
    return (
      <Tag color={colors[shown.problem]} title={shown.lastAt ?? ''}>
        {tLabel(recordProblem[shown.problem])}
      </Tag>
    )
  }
  return (
    <figure className={styles.recordTile} data-problem={shown?.problem ?? 'none'}>
      {/* the picture of another track is not kept meanwhile */}
      <NewestPicture
        key={track}
        track={shown}
        picture={recorded?.picture ?? ''}
        name={person.realName}
        isWide={track === RecordTrack.screen}
      />
      <figcaption>
        <Button
          type="link"
          size="small"
          title={t('答卷时间线：{{name}}', { name: person.realName })}
          onClick={() => onAct({ act: 'timeline', one: { paperId: person.id, userId: person.userId, realName: person.realName } })}
        >
          {person.realName}
        </Button>
        {state()}
        {typeof shown?.battery === 'number' && (
          <Tag color={shown.battery < LOW_BATTERY ? 'warning' : 'default'}>{t('电量 {{n}}%', { n: shown.battery })}</Tag>
        )}
        {replay !== undefined && shown && shown.partId !== '' && (
          <Link to={`${replay}?live=1`} target="_blank">
            {t('实时查看')}
          </Link>
        )}
      </figcaption>
    </figure>
  )
}
