// Back office: trainings by learner and bank, with progress and result.
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { train, trainMode, TrainState } from '@shuyuan/contract/train/train.ts'
import { Progress, Tag } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { RepoSelect } from '../../repo/RepoSelect.tsx'

export default function TrainListPage() {
  const [address, setAddress] = useSearchParams()
  const repoId = address.get('repoId') ?? undefined
  const bank = useCall(repo.detail, { id: repoId ?? '0' }, { quiet: true, enabled: repoId !== undefined }).data
  const choose = (id: string | undefined) => setAddress(id === undefined ? {} : { repoId: id }, { replace: true })
  return (
    <ListPage
      of={train.paging}
      urlKey="t"
      fixedParams={{ all: true, ...(repoId === undefined ? {} : { repoId }) }}
      search={['realName', 'mode', 'state']}
      columns={[
        { name: 'realName', width: 88 },
        { name: 'deptCode_dictText', width: 110, ellipsis: true },
        { name: 'repoId_dictText', width: 150, render: (row) => <Link to={`/admin/repo/stat/${row.repoId}`}>{row.repoId_dictText}</Link> },
        {
          name: 'mode',
          width: 100,
          render: (row) => [tLabel(trainMode[row.mode]), row.scope_dictText].filter((one) => one !== '').join(' · '),
        },
        { name: 'answerCount', width: 88, render: (row) => `${row.answerCount} / ${row.totalCount}` },
        { name: 'rightCount', width: 64 },
        { name: 'percent', width: 132, render: (row) => <Progress size="small" percent={row.percent} aria-label={t('正确率')} /> },
        {
          name: 'state',
          width: 80,
          render: (row) => (row.state === TrainState.open ? <Tag color="processing">{t('训练中')}</Tag> : <Tag>{t('已结束')}</Tag>),
        },
        { name: 'updateTime', width: 148, sortable: true },
      ]}
      toolbar={
        <>
          <RepoSelect value={repoId} onChange={choose} />
          {bank && <Link to={`/admin/repo/stat/${bank.id}`}>{t('训练概况')}</Link>}
        </>
      }
      empty={{ hint: t('学员在开放训练的题库中练习后，记录会出现在这里') }}
    />
  )
}
