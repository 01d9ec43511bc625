// Notifications of new messages by this browser (Web Push).
import { push } from '@shuyuan/contract/message/push.ts'
import { call } from '../../kernel/call/api.ts'
import { PUSH_FOR } from './inbox.ts'

/** none: the browser cannot, or the page was not built · denied: its user has forbidden it */
export type PushState = 'none' | 'denied' | 'off' | 'on'

async function managerOf(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return undefined
  return (await navigator.serviceWorker.getRegistration())?.pushManager
}

/** @param userId notifications are for who has turned them on in this browser */
export async function readPush(userId: string): Promise<PushState> {
  const manager = await managerOf()
  if (!manager) return 'none'
  if (Notification.permission === 'denied') return 'denied'
  const isOn = localStorage.getItem(PUSH_FOR) === userId && (await manager.getSubscription()) !== null
  return isOn ? 'on' : 'off'
}

const save = ({ endpoint, keys }: PushSubscriptionJSON) =>
  call(push.save, { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }, { quiet: true })

/** Throws what the browser or the server refuses. */
export async function turnOn(userId: string): Promise<PushState> {
  const manager = await managerOf()
  if (!manager) return 'none'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const { publicKey } = await call(push.key, {}, { quiet: true })
  // one that was made with an earlier key, or for another person
  await (await manager.getSubscription())?.unsubscribe()
  const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  await save(made.toJSON())
  localStorage.setItem(PUSH_FOR, userId)
  return 'on'
}

export async function turnOff(): Promise<PushState> {
  localStorage.removeItem(PUSH_FOR)
  const made = await (await managerOf())?.getSubscription()
  if (!made) return 'off'
  await call(push.delete, { endpoint: made.endpoint }, { quiet: true })
  await made.unsubscribe()
  return 'off'
}

/** After a sign-in: the server sends to sessions that go on only. */
export async function renewPush(userId: string): Promise<void> {
  if ((await readPush(userId)) !== 'on') return
  const made = await (await managerOf())?.getSubscription()
  if (made) await save(made.toJSON())
}
