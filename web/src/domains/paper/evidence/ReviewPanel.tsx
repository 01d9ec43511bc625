// The review of a recording: its verdict, marks and history.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { evidenceReview } from '@shuyuan/contract/paper/evidence/review.ts'
import { reviewAct } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordState, recordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { clockText, type Replay } from './axis.ts'
import { ExportsButton } from './ExportsButton.tsx'
import { CopyDialog, HoldDialog, MarkDialog, VerdictDialog } from './ReviewDialogs.tsx'
import { VerdictTag } from './VerdictTag.tsx'
import styles from './evidence.module.css'

export function MarkButton({ replay, atMs }: { replay: Replay; atMs: number }) {
  const [at, setAt] = useState<number>()
  if (replay.state === RecordState.deleted) return null
  return (
    <Can permit="paper:evidence:mark">
      <Button onClick={() => setAt(atMs)}>{t('标记此处')}</Button>
      <MarkDialog replay={replay} atMs={at} onClose={() => setAt(undefined)} />
    </Can>
  )
}

export function ReviewPanel({ replay, onSeek }: { replay: Replay; onSeek: (ms: number) => void }) {
  const [open, setOpen] = useState<'verdict' | 'hold' | 'copy'>()
  const close = () => setOpen(undefined)
  const isDeleted = replay.state === RecordState.deleted
  const isOpenPaper = replay.paperState === PaperState.open
  return (
    <Flex vertical gap="middle">
      <Flex wrap gap="small" align="center">
        <VerdictTag verdict={replay.verdict} />
        {isOpenPaper ? (
          <Typography.Text type="secondary">{t('交卷后才能复核')}</Typography.Text>
        ) : (
          <>
            <Can permit="paper:evidence:verdict">
              <Button type="primary" onClick={() => setOpen('verdict')}>
                {tLabel('复核录像')}
              </Button>
              {!isDeleted && <Button onClick={() => setOpen('hold')}>{tLabel('暂缓删除')}</Button>}
            </Can>
            {!isDeleted && (
              <Can permit="paper:evidence:export">
                <Button onClick={() => setOpen('copy')}>{tLabel('导出录像')}</Button>
                <ExportsButton />
              </Can>
            )}
          </>
        )}
      </Flex>
      <MarkList replay={replay} onSeek={onSeek} />
      <History replay={replay} />
      <VerdictDialog replay={replay} open={open === 'verdict'} onClose={close} />
      <HoldDialog replay={replay} open={open === 'hold'} onClose={close} />
      <CopyDialog replay={replay} open={open === 'copy'} onClose={close} />
    </Flex>
  )
}

function MarkList({ replay: { marks }, onSeek }: { replay: Replay; onSeek: (ms: number) => void }) {
  const confirm = useConfirm()
  const remove = useCommand(evidenceReview['mark-delete'], { quiet: true, refresh: [evidence.detail] })
  if (marks.length === 0) return <Typography.Text type="secondary">{t('还没有标记')}</Typography.Text>
  return (
    <ol className={styles.events} aria-label={t('人工标记')}>
      {marks.map((mark) => (
        <li key={mark.id}>
          <Button type="link" size="small" onClick={() => onSeek(mark.fromMs)}>
            {clockText(mark.fromMs)}–{clockText(mark.toMs)}
          </Button>
          <b>{mark.label}</b>
          <span>{mark.note}</span>
          <small>
            {mark.track === null ? t('全部轨道') : tLabel(recordTrack[mark.track])} · {mark.byName}
          </small>
          {mark.own && (
            <Button
              type="link"
              size="small"
              danger
              onClick={() =>
                void confirm({ content: t('确实要删除吗?'), danger: true, named: [{ name: mark.label }], keepsRefusal: true }, () =>
                  remove.mutateAsync({ id: mark.id }),
                )
              }
            >
              {t('删除')}
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}

function History({ replay: { verdicts } }: { replay: Replay }) {
  if (verdicts.length === 0) return <Typography.Text type="secondary">{t('还没有复核')}</Typography.Text>
  return (
    <ol className={styles.events} aria-label={tLabel('复核结论')}>
      {verdicts.map((one) => (
        <li key={one.id}>
          <small>{one.createTime}</small>
          <VerdictTag verdict={one.verdict} />
          {one.effect !== 'none' && (
            <b>
              {tLabel(reviewAct[one.effect])}
              {one.holdUntil !== null && ` ${one.holdUntil}`}
            </b>
          )}
          <span>{one.reason}</span>
          <small>{one.byName}</small>
        </li>
      ))}
    </ol>
  )
}
