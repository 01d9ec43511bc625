// A run while it goes on, and its result: the staged questions, or why there are none.
import { assistQuestions, dropReason } from '@shuyuan/contract/assist/questions/questions.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Button, Flex, Progress } from 'antd'
import { useNavigate } from 'react-router'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import styles from './make.module.css'

const LOOK_MS = 1_500
type Run = Data<typeof assistQuestions.run>

export function RunProgress({ runId, onAgain }: { runId: string; onAgain: () => void }) {
  const { data, error, refetch } = useCall(
    assistQuestions.run,
    { runId },
    {
      quiet: true,
      refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'running' ? LOOK_MS : false),
    },
  )
  const cancel = useCommand(assistQuestions.cancel, { refresh: [assistQuestions.run, assistQuestions.runs] })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  if (data.state !== 'running') return <Finished run={data} onAgain={onAgain} />
  return (
    <Flex vertical gap="middle">
      <p className={styles.makeHint}>
        {t('正在根据《{{title}}》出题，可以关闭这个窗口，完成后在“待确认的导入”中核对。', { title: data.title })}
      </p>
      <Progress percent={data.percent} status="active" aria-label={t('出题进度')} />
      <Flex gap="small" align="center" justify="space-between">
        <output className={styles.makeHint}>{t('已生成 {{n}} 题', { n: data.made })}</output>
        <Button loading={cancel.isPending} onClick={() => cancel.mutate({ runId })}>
          {t('取消出题')}
        </Button>
      </Flex>
    </Flex>
  )
}

function Finished({ run, onAgain }: { run: Run; onAgain: () => void }) {
  const navigate = useNavigate()
  const { state, made, dropped, importId, error } = run
  const lost = dropped.reduce((sum, one) => sum + one.n, 0)
  const why = dropped.map(({ reason, n }) => `${tLabel(dropReason[reason])} ${n}`).join('，')
  return (
    <Flex vertical gap="middle">
      {state === 'cancelled' ? (
        <Alert type="info" showIcon title={t('已取消，没有生成试题')} />
      ) : (
        <Alert
          type={made === 0 ? 'error' : lost > 0 || error !== '' ? 'warning' : 'success'}
          showIcon
          title={
            lost > 0
              ? t('已生成 {{n}} 题，另有 {{lost}} 题未通过检查：{{why}}', { n: made, lost, why })
              : made > 0
                ? t('已生成 {{n}} 题', { n: made })
                : t('没有生成试题')
          }
          {...(error === '' ? {} : { description: error })}
        />
      )}
      <Flex gap="small" justify="end">
        <Button onClick={onAgain}>{t('再出一次')}</Button>
        {importId !== null && (
          <Button type="primary" onClick={() => void navigate(`/admin/repo/qu/import/${importId}`)}>
            {t('下一步：逐题核对')}
          </Button>
        )}
      </Flex>
    </Flex>
  )
}
