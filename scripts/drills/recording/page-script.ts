// What runs in the pages of the drill before their own scripts: cameras that show flashes by the clock of the server, and a copy of what recorders write.

/** The camera is white in the first half of each of these. No multiple of the time between two pictures, which would be late by the same part of it each time. */
export const FLASH_MS = 2_350
/** The name under which pages hand over what a recorder wrote. */
export const TOLD = 'drillTold'

/** One message of a page: `recorder` counts those of a page load, `kind` is the track. */
export type Told = {
  load: string
  recorder: number
  kind: 'camera' | 'screen'
  event: 'start' | 'data' | 'stop'
  at: number
  bytes: string
}

type Window_ = Window & { drillTold?: (told: string) => Promise<void> }

/**
 * Sent to the browser as text, so it names nothing outside of itself.
 * @param slowMs so much the page's clock is behind @param onScreen whether the page itself shows the flashes, for a screen that is shared
 */
function prepare(given: { flashMs: number; slowMs: number; onScreen: boolean }): { flashMs: number; trueNow: () => number } {
  const trueNow = Date.now.bind(Date)
  const isWhite = () => trueNow() % given.flashMs < given.flashMs / 2
  if (given.slowMs > 0) {
    const Real = Date
    const Slow = function (...args: []) {
      return args.length > 0 ? new Real(...args) : new Real(trueNow() - given.slowMs)
    }
    Object.setPrototypeOf(Slow, Real)
    Slow.prototype = Real.prototype
    Object.assign(Slow, { now: () => trueNow() - given.slowMs, parse: Real.parse, UTC: Real.UTC })
    ;(window as unknown as { Date: unknown }).Date = Slow
  }
  if (given.onScreen)
    document.addEventListener('DOMContentLoaded', () => {
      const flash = document.createElement('div')
      flash.style.cssText = 'position:fixed;right:0;bottom:0;width:20vw;height:20vh;z-index:2147483647;pointer-events:none'
      document.documentElement.append(flash)
      setInterval(() => (flash.style.background = isWhite() ? '#fff' : '#000'), 20)
    })
  return { flashMs: given.flashMs, trueNow }
}

/** A camera, and recorders that tell what they write. Sent to the browser as text, too. */
function watchRecorders(given: { flashMs: number; trueNow: () => number }) {
  const { trueNow } = given
  const isWhite = () => trueNow() % given.flashMs < given.flashMs / 2
  const load = String(trueNow())
  /** A camera in the size in which it is recorded, as a canvas knows no other: a face-sized shape that moves, and the flash. */
  const openCamera = () => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 240
    const pen = canvas.getContext('2d')!
    const draw = () => {
      pen.fillStyle = isWhite() ? '#fff' : '#000'
      pen.fillRect(0, 0, 320, 240)
      pen.fillStyle = '#a86'
      pen.beginPath()
      pen.ellipse(110 + 20 * Math.sin(trueNow() / 700), 110, 45, 60, 0, 0, 7)
      pen.fill()
    }
    draw()
    setInterval(draw, 200)
    return canvas.captureStream(5)
  }
  const openVoice = () => {
    const context = new AudioContext()
    const tone = context.createOscillator()
    const out = context.createMediaStreamDestination()
    tone.connect(out)
    tone.start()
    return out.stream
  }
  navigator.mediaDevices.getUserMedia = async (wish) =>
    new MediaStream([...(wish?.video ? openCamera().getTracks() : []), ...(wish?.audio ? openVoice().getTracks() : [])])
  let recorders = 0
  const Real = MediaRecorder
  window.MediaRecorder = class extends Real {
    constructor(stream: MediaStream, options?: MediaRecorderOptions) {
      super(stream, options)
      const recorder = recorders++
      const kind = stream.getVideoTracks()[0]?.getSettings().displaySurface ? 'screen' : 'camera'
      const tell = (event: string, at: number, bytes = '') =>
        (window as Window_).drillTold?.(JSON.stringify({ load, recorder, kind, event, at, bytes })).catch(() => undefined)
      let telling = Promise.resolve<unknown>(undefined)
      this.addEventListener('start', () => void tell('start', trueNow()))
      this.addEventListener('dataavailable', ({ data }) => {
        const at = trueNow()
        telling = telling.then(async () => {
          const bytes = new Uint8Array(await data.arrayBuffer())
          let text = ''
          for (const byte of bytes) text += String.fromCharCode(byte)
          return tell('data', at, btoa(text))
        })
      })
      this.addEventListener('stop', () => {
        telling = telling.then(() => tell('stop', trueNow()))
      })
    }
  }
}

/** The script of a page. */
export const pageScript = (given: { slowMs?: number; onScreen?: boolean }): string =>
  `(${watchRecorders.toString()})((${prepare.toString()})(${JSON.stringify({ flashMs: FLASH_MS, slowMs: 0, onScreen: false, ...given })}))`
