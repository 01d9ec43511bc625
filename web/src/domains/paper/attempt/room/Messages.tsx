// Messages of invigilators; each stays until it is closed and covers neither the clock nor the hand-in.
import { t } from '../../../../kernel/i18n.ts'
import { Alert } from '../../../../kernel/plain/Alert.tsx'
import type { RoomMessage } from '../save/useHints.ts'
import styles from './room.module.css'

type MessagesProps = { messages: readonly RoomMessage[]; onClose: (seq: number) => void }

export const Messages = ({ messages, onClose }: MessagesProps) => (
  <section className={styles.roomMessages} aria-label={t('管理员提醒')}>
    {messages.map(({ seq, text }) => (
      <Alert key={seq} kind="warning" title={<b>{t('管理员提醒')}</b>} description={text} closable onClose={() => onClose(seq)} />
    ))}
  </section>
)
