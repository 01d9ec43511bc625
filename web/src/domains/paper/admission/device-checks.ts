// Checks of the device for an exam, run before the start.
import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { socket } from '@shuyuan/contract/session/ticket.ts'
import { call } from '../../../kernel/call/api.ts'
import { t } from '../../../kernel/i18n.ts'
import { cameraText } from '../../../kernel/camera/camera-texts.ts'
import { openCamera } from '../../../kernel/camera/stream.ts'
import { canShareScreen } from '../../exam/share-screen.ts'
import { readAnchor } from './useServerTime.ts'

/** good; warn: the exam is possible with limits; bad: not possible, or answers may be lost */
type Verdict = 'good' | 'warn' | 'bad'
export type Finding = { verdict: Verdict; text: string; help?: string }
export type CheckName = 'network' | 'socket' | 'storage' | 'clock' | 'fullScreen' | 'screen' | 'camera' | 'microphone'

const SLOW_MS = 1_000
const SOCKET_MS = 5_000
const PING_MS = 500
const CLOCK_MS = 60_000
const inMs = (ms: number) => t('{{n}} 毫秒', { n: Math.round(ms) })

async function network(examId: string): Promise<Finding> {
  const since = performance.now()
  try {
    await call(checkInfo['check-info'], { id: examId }, { quiet: true, noRetry: true })
  } catch {
    return { verdict: 'bad', text: t('无法连接服务器'), help: t('请检查网络，或换一个网络后重新检测。') }
  }
  const ms = performance.now() - since
  return ms < SLOW_MS
    ? { verdict: 'good', text: inMs(ms) }
    : { verdict: 'warn', text: inMs(ms), help: t('网络较慢。断网时仍可作答，恢复后自动上传。') }
}

/** Round-trip time over the exam's socket, in milliseconds. */
function pingPong(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = new URL(address, window.location.href)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    const opened = new WebSocket(url)
    let sent = 0
    let beat: ReturnType<typeof setInterval> | undefined
    const timer = setTimeout(() => end(() => reject(new Error('timeout'))), SOCKET_MS)
    const end = (act: () => void) => {
      clearTimeout(timer)
      clearInterval(beat)
      opened.close()
      act()
    }
    const ping = () => {
      sent = performance.now()
      opened.send('ping')
    }
    opened.addEventListener('open', () => {
      ping()
      // the server ignores messages until it has verified the ticket
      beat = setInterval(ping, PING_MS)
    })
    opened.addEventListener('message', ({ data }) => data === 'pong' && end(() => resolve(performance.now() - sent)))
    opened.addEventListener('error', () => end(() => reject(new Error('socket'))))
  })
}

async function liveLine(examId: string, userId: string): Promise<Finding> {
  try {
    const { ticket } = await call(socket.ticket, {}, { quiet: true, noRetry: true })
    return { verdict: 'good', text: inMs(await pingPong(`/api/socket/exam/${userId}/${examId}/test?token=${encodeURIComponent(ticket)}`)) }
  } catch {
    return { verdict: 'warn', text: t('实时连接不可用'), help: t('可以考试，但监考消息和补时会晚一些显示。请关闭代理或换一个网络。') }
  }
}

/** Writes, reads and deletes an IndexedDB row, as the exam room does with unsent answers. */
function tryStorage(): Promise<void> {
  return new Promise((resolve, reject) => {
    const name = 'device-check'
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => void request.result.createObjectStore('rows'))
    request.addEventListener('error', () => reject(new Error('storage')))
    request.addEventListener('success', () => {
      const db = request.result
      const work = db.transaction('rows', 'readwrite')
      work.objectStore('rows').put('row', 'key')
      work.addEventListener('complete', () => {
        db.close()
        indexedDB.deleteDatabase(name)
        resolve()
      })
      work.addEventListener('error', () => reject(new Error('storage')))
    })
  })
}

async function storage(): Promise<Finding> {
  try {
    await tryStorage()
    return { verdict: 'good', text: t('可用') }
  } catch {
    return { verdict: 'bad', text: t('不可用'), help: t('断网时答案无法暂存。请关闭无痕浏览，或换用 Chrome、Firefox 浏览器。') }
  }
}

async function clock(): Promise<Finding> {
  const anchor = await readAnchor()
  if (!anchor) return { verdict: 'warn', text: t('无法读取服务器时间'), help: t('请检查网络，或换一个网络后重新检测。') }
  const gap = Date.now() - (anchor.serverMs + performance.now() - anchor.at)
  const seconds = Math.round(Math.abs(gap) / 1_000)
  if (Math.abs(gap) < CLOCK_MS) return { verdict: 'good', text: t('与服务器相差 {{n}} 秒', { n: seconds }) }
  return {
    verdict: 'warn',
    text: t('与服务器相差 {{n}} 秒', { n: seconds }),
    help: t('不影响考试，考试时间以服务器为准。建议校准本机时间。'),
  }
}

function fullScreen(): Finding {
  if (document.fullscreenEnabled) return { verdict: 'good', text: t('支持全屏') }
  return { verdict: 'warn', text: t('不支持全屏'), help: t('请换用电脑上的 Chrome 或 Firefox 浏览器。') }
}

async function camera(show: (stream: MediaStream, close: () => void) => void): Promise<Finding> {
  try {
    const opened = await openCamera()
    show(opened.stream, opened.close)
    return { verdict: 'good', text: t('摄像头正常，请确认画面中能看清您的脸') }
  } catch (error) {
    return { verdict: 'bad', ...cameraText(error) }
  }
}

/** The whole screen, which is asked for in the room only. */
function screen(): Finding {
  if (canShareScreen()) return { verdict: 'good', text: t('支持录制，进入考场时会请您共享整个屏幕') }
  return { verdict: 'bad', text: t('不支持录制屏幕'), help: t('本场考试录制整个屏幕，需在电脑上使用 Chrome 或 Edge 作答。') }
}

async function microphone(hear: Wanted['hear']): Promise<Finding> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    hear(stream)
    return { verdict: 'good', text: t('麦克风正常，请说一句话，确认音量条随声音变化') }
  } catch {
    return {
      verdict: 'bad',
      text: t('麦克风载入失败，请确认已允许网页使用麦克风！'),
      help: t('请点击地址栏左侧的图标，把麦克风改为“允许”，然后重试。'),
    }
  }
}

type Wanted = {
  examId: string
  userId: string
  show: (stream: MediaStream, close: () => void) => void
  hear: (stream: MediaStream) => void
}

/** Runs one check; never rejects. */
export function runCheck(name: CheckName, { examId, userId, show, hear }: Wanted): Promise<Finding> {
  switch (name) {
    case 'network':
      return network(examId)
    case 'socket':
      return liveLine(examId, userId)
    case 'storage':
      return storage()
    case 'clock':
      return clock()
    case 'fullScreen':
      return Promise.resolve(fullScreen())
    case 'screen':
      return Promise.resolve(screen())
    case 'microphone':
      return microphone(hear)
    default:
      return camera(show)
  }
}
