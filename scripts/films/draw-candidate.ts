// Drawn pictures of a candidate for the demonstration, run inside a page: the face, the screen, and the desk as a phone at the side sees it.

type Pen = ReturnType<typeof penOf>

function penOf(c: CanvasRenderingContext2D) {
  const box = (color: string, x: number, y: number, w: number, h: number, r = 0) => {
    c.fillStyle = color
    c.beginPath()
    c.roundRect(x, y, w, h, r)
    c.fill()
  }
  const oval = (color: string, x: number, y: number, rx: number, ry: number) => {
    c.fillStyle = color
    c.beginPath()
    c.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI)
    c.fill()
  }
  const say = (text: string, x: number, y: number, size: number, color = '#1d2330') => {
    c.fillStyle = color
    c.font = `${size}px sans-serif`
    c.fillText(text, x, y)
  }
  const head = (x: number, y: number, scale: number, shirt: string, hair: string) => {
    oval(shirt, x, y + 105 * scale, 78 * scale, 60 * scale)
    box('#e9bd98', x - 16 * scale, y + 30 * scale, 32 * scale, 34 * scale, 8)
    oval('#f2cba7', x, y, 40 * scale, 48 * scale)
    oval(hair, x, y - 30 * scale, 44 * scale, 26 * scale)
  }
  return { c, box, oval, say, head }
}

function face(pen: Pen, at: number) {
  const { box, head } = pen
  box('#cfd8e3', 0, 0, 320, 240)
  box('#b7c3d1', 0, 190, 320, 50)
  box('#8fa0b5', 18, 22, 74, 96, 3)
  box('#e7edf4', 24, 28, 62, 84, 2)
  // a second figure comes in for some seconds
  if (at > 62 && at < 74) head(262 - Math.min(22, (at - 62) * 8), 108, 0.8, '#7c6a58', '#3b3027')
  const x = 158 + Math.sin(at / 3) * 7
  const y = 104 + Math.sin(at / 2.1) * 3
  head(x, y, 1, '#38598b', '#2b2522')
  const blink = at % 4 < 0.25
  for (const side of [-15, 15]) box('#2b2522', x + side - 4, y - 2, 8, blink ? 2 : 7, 3)
  box('#b86f5d', x - 9, y + 24, 18, 3, 2)
}

function work(pen: Pen, at: number) {
  const { box, say } = pen
  box('#f4f6f9', 0, 0, 1_280, 720)
  box('#ffffff', 0, 0, 1_280, 64)
  say('远程监考抽测', 28, 40, 22)
  say(`剩余时间 04:${String(Math.max(0, 59 - Math.floor(at / 2))).padStart(2, '0')}`, 1_060, 40, 20)
  const question = Math.min(4, Math.floor(at / 20))
  box('#ffffff', 60, 100, 820, 520, 12)
  say(`第 ${question + 1} 题（单选题 · 20 分）`, 96, 150, 20, '#4a5365')
  say('以下做法中，正确的是哪一项？', 96, 200, 24)
  const chosen = at % 20 > 11 ? (question * 2 + 1) % 4 : -1
  for (const [n, tag] of ['A', 'B', 'C', 'D'].entries()) {
    box(n === chosen ? '#dbe7ff' : '#f4f6f9', 96, 236 + n * 78, 748, 60, 8)
    say(`${tag}    按照岗位规程操作，并做好记录（${n + 1}）`, 120, 274 + n * 78, 20)
  }
  box('#ffffff', 920, 100, 300, 300, 12)
  say('答题卡', 948, 148, 20)
  for (let n = 0; n < 5; n++) box(n < question ? '#2b5bd7' : '#e2e7ee', 948 + n * 52, 180, 40, 40, 6)
  cover(pen, at)
  cursor(pen, at)
}

// another window covers the paper for some seconds
function cover({ box, say }: Pen, at: number) {
  if (at < 40 || at > 50) return
  box('#ffffff', 260, 130, 760, 440, 10)
  box('#dfe4eb', 260, 130, 760, 44, 10)
  say('搜索', 290, 160, 18)
  box('#f4f6f9', 300, 200, 680, 44, 22)
  say('岗位规程 操作步骤', 324, 229, 18)
  for (let n = 0; n < 4; n++) box('#e2e7ee', 300, 280 + n * 60, 560 - n * 70, 18, 4)
}

function cursor({ c }: Pen, at: number) {
  const spot = { x: 300 + Math.sin(at / 4) * 180, y: 360 + Math.cos(at / 5) * 140 }
  c.fillStyle = '#1d2330'
  c.beginPath()
  c.moveTo(spot.x, spot.y)
  c.lineTo(spot.x + 14, spot.y + 12)
  c.lineTo(spot.x + 3, spot.y + 18)
  c.fill()
}

function desk(pen: Pen, at: number) {
  const { box, oval } = pen
  box('#c9b79c', 0, 0, 320, 240)
  box('#a99877', 0, 0, 320, 70)
  box('#2a2f3a', 96, 14, 150, 92, 5)
  box('#eef2f7', 102, 20, 138, 78, 2)
  box('#2b5bd7', 108, 26, 60, 6)
  for (let n = 0; n < 4; n++) box('#c4cedb', 108, 40 + n * 13, 96, 7)
  box('#3d4350', 104, 132, 130, 44, 5)
  for (let n = 0; n < 3; n++) for (let k = 0; k < 10; k++) box('#6d7585', 110 + k * 12, 138 + n * 12, 9, 8, 1)
  oval('#f7f7f5', 40, 150, 24, 14)
  const tap = Math.sin(at * 3) * 3
  box('#38598b', 64, 196, 70, 60, 20)
  oval('#f2cba7', 128, 176 + tap, 18, 14)
  box('#38598b', 216, 196, 74, 60, 20)
  // the right hand takes something for some seconds
  const away = at > 76 && at < 84
  oval('#f2cba7', away ? 268 : 214, away ? 150 : 178 - tap, 18, 14)
  if (away) box('#20242c', 258, 118, 22, 38, 4)
}

/** Draws a scene as long as it is recorded, as the room of an exam records. @returns the bytes of the film, as base64 */
async function record(scene: 'camera' | 'screen' | 'phone', seconds: number): Promise<string> {
  const sizes = { camera: [320, 240, 5, 60_000], screen: [1_280, 720, 2, 150_000], phone: [320, 240, 5, 60_000] } as const
  const [width, height, rate, bits] = sizes[scene]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  document.body.append(canvas)
  const pen = penOf(canvas.getContext('2d', { alpha: false, willReadFrequently: true })!)
  const began = performance.now()
  const draw = { camera: face, screen: work, phone: desk }[scene]
  const timer = setInterval(() => draw(pen, (performance.now() - began) / 1_000), 1_000 / rate)
  draw(pen, 0)
  const mimeType = scene === 'screen' ? 'video/webm;codecs=vp9' : 'video/webm;codecs=vp8'
  const options = { mimeType, videoBitsPerSecond: bits, videoKeyFrameIntervalDuration: 5_000 }
  const recorder = new MediaRecorder(canvas.captureStream(rate), options)
  const pieces: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
  recorder.start(2_000)
  setTimeout(() => recorder.stop(), seconds * 1_000)
  await stopped
  clearInterval(timer)
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}

/** The script of a page that has `record`. */
export const drawing = [penOf, face, work, cover, cursor, desk, record].join('\n')
