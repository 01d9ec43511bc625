// Confirmation before hand-in: lists unanswered and flagged questions as links.
import { Button, Modal } from 'antd'
import { t } from '../../../../kernel/i18n.ts'
import styles from './room.module.css'

type HandInDialogProps = {
  open: boolean
  total: number
  unanswered: readonly number[]
  flagged: readonly number[]
  /** earliest hand-in, `yyyy-MM-dd HH:mm:ss`; null: any time */
  earliest: string | null
  mayGo: (number: number) => boolean
  onGo: (number: number) => void
  onHand: () => void
  onCancel: () => void
}

type NumbersProps = { title: string; numbers: readonly number[] } & Pick<HandInDialogProps, 'mayGo' | 'onGo'>

function Numbers({ title, numbers, mayGo, onGo }: NumbersProps) {
  if (numbers.length === 0) return null
  return (
    <section className={styles.handNumbers}>
      <h3>{title}</h3>
      <div>
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            className={styles.cardCell}
            aria-label={t('第 {{number}} 题', { number })}
            disabled={!mayGo(number)}
            onClick={() => onGo(number)}
          >
            {number}
          </button>
        ))}
      </div>
    </section>
  )
}

export function HandInDialog({ open, total, unanswered, flagged, earliest, mayGo, onGo, onHand, onCancel }: HandInDialogProps) {
  return (
    <Modal
      open={open}
      title={t('确认交卷')}
      onCancel={onCancel}
      footer={[
        <Button key="back" onClick={onCancel}>
          {t('继续作答')}
        </Button>,
        <Button key="hand" type="primary" onClick={onHand}>
          {t('确认交卷')}
        </Button>,
      ]}
    >
      <p>
        {unanswered.length === 0
          ? t('全部 {{total}} 题已作答，交卷后不能再修改。', { total })
          : t('还有 {{n}} 题未作答，交卷后不能再修改。', { n: unanswered.length })}
      </p>
      <Numbers title={t('未作答')} numbers={unanswered} mayGo={mayGo} onGo={onGo} />
      <Numbers title={t('已标记')} numbers={flagged} mayGo={mayGo} onGo={onGo} />
      {earliest !== null && <p className={styles.roomDim}>{t('最早交卷时间：{{time}}', { time: earliest })}</p>}
    </Modal>
  )
}
