// Corrects a question of an exam in three steps: choose the fix, preview changed scores, commit and follow the progress.
import type { Body, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { useQueryClient, keepPreviousData } from '@tanstack/react-query'
import { Button, Checkbox, Flex, Input, Modal, Result, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall, useCommand, useFormStart } from '../../../kernel/call/query.ts'
import { bodyOf, type Draft, type Item, newDraft } from './draft.ts'
import { FixForm } from './FixForm.tsx'
import { FixPreview } from './FixPreview.tsx'
import styles from './fix.module.css'

type FixDialogProps = {
  examId: string
  quId: string
  /** queries to refetch once papers have been marked again */
  refresh: readonly Endpoint[]
  onClose: () => void
}

const POLL_MS = 800

/** Progress until every paper has been marked again. */
function Progress({ examId, quId, refresh, onClose }: FixDialogProps) {
  const client = useQueryClient()
  const body = { size: 1, params: { examId, quId } }
  const { data } = useCall(fix.paging, body, { quiet: true, refetchInterval: POLL_MS })
  const row = data?.records[0]
  const done = row?.done === true
  useEffect(() => {
    if (done) void Promise.all(refresh.map((one) => client.invalidateQueries({ queryKey: [one.path] })))
    // runs once
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [done])
  if (!row || !done)
    return <Result icon={<Spin size="large" />} title={t('正在重新计分')} subTitle={t('已处理 {{n}} 份答卷', { n: row?.papers ?? 0 })} />
  return (
    <Result
      status="success"
      title={t('已完成修正')}
      subTitle={t('{{n}} 份答卷重新计分，{{m}} 份分数有变', { n: row.papers, m: row.changed })}
      extra={
        <Button type="primary" onClick={onClose}>
          {t('完成')}
        </Button>
      }
    />
  )
}

type ConfirmProps = FixDialogProps & { item: Item; body: Body<typeof fix.preview>; onBack: () => void; onDone: () => void }

function Confirm({ item, body, onBack, onDone }: ConfirmProps) {
  const [current, setCurrent] = useState(1)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [updateBank, setUpdateBank] = useState(false)
  const read = useCall(fix.preview, { ...body, current, size: 5 }, { quiet: true, gcTime: 0, placeholderData: keepPreviousData })
  const commit = useCommand(fix.commit, { onDone })
  if (read.isLoadingError)
    return (
      <>
        <PageError compact error={read.error} onRetry={() => void read.refetch()} />
        <Button onClick={onBack}>{t('返回修改')}</Button>
      </>
    )
  if (!read.data) return <PageLoading rows={4} />
  const { token } = read.data
  const send = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') commit.mutate({ ...body, token, reason, updateBank }, { onError: () => void read.refetch() })
  }
  return (
    <Flex vertical gap="middle">
      {read.error && <PageError compact error={read.error} onRetry={() => void read.refetch()} />}
      <FixPreview body={body} data={read.data} loading={read.isFetching} onPage={setCurrent} />
      <div>
        <label htmlFor="fix-reason">{t('修正原因')}</label>
        <Input
          id="fix-reason"
          value={reason}
          maxLength={200}
          status={missing ? 'error' : ''}
          aria-invalid={missing}
          aria-describedby={missing ? 'fix-reason-missing' : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        {missing && (
          <p id="fix-reason-missing" role="alert" className={styles.fixMissing}>
            {t('请填写修正原因')}
          </p>
        )}
      </div>
      {body.how === 'key' && item.bankFits && (
        <Checkbox checked={updateBank} onChange={(event) => setUpdateBank(event.target.checked)}>
          {t('同时修改题库中的试题（生成新版本）')}
        </Checkbox>
      )}
      <Flex justify="end" gap="small">
        <Button onClick={onBack}>{t('返回修改')}</Button>
        <Button type="primary" loading={commit.isPending} onClick={send}>
          {t('确认修正')}
        </Button>
      </Flex>
    </Flex>
  )
}

function Steps(props: FixDialogProps & { item: Item }) {
  const { examId, item, onClose } = props
  const [draft, setDraft] = useState<Draft>(() => newDraft(item))
  const [step, setStep] = useState<'say' | 'see' | 'done'>('say')
  if (step === 'done') return <Progress {...props} />
  const body = bodyOf(examId, item, draft)
  if (step === 'see') return <Confirm {...props} body={body} onBack={() => setStep('say')} onDone={() => setStep('done')} />
  const nothing = draft.how === 'key' && Object.keys(body.key ?? {}).length === 0
  return (
    <Flex vertical gap="middle">
      <FixForm item={item} draft={draft} onChange={setDraft} />
      <Flex justify="end" gap="small">
        <Button onClick={onClose}>{t('取消')}</Button>
        <Button type="primary" disabled={nothing} onClick={() => setStep('see')}>
          {t('预览影响')}
        </Button>
      </Flex>
    </Flex>
  )
}

export function FixDialog(props: FixDialogProps) {
  const { examId, quId, onClose } = props
  const { data, error, refetch } = useFormStart(fix.item, { examId, quId })
  return (
    <Modal open width={760} footer={null} title={t('修正试题')} mask={{ closable: false }} onCancel={onClose}>
      {error && !data ? (
        <PageError compact error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Steps {...props} item={data} />
      ) : (
        <PageLoading rows={5} />
      )}
    </Modal>
  )
}
