// The files of the demo courses: a recorded video, a synthetic sound, and generated PDFs.
import { wavOf } from './wav.ts'
import { readFile } from 'node:fs/promises'
import type { App } from '../kernel/ctx.ts'
import { writeSheets } from '../kernel/sheet/spreadsheet.ts'
import { openPrinter, type SheetDoc } from '../kernel/typeset/typeset.ts'
import { leaflets } from './demo-course-texts.ts'

type DemoFile = { title: string; name: string; catId: string; duration: number; bytes: Uint8Array }

const VIDEO_SEC = 44
const RATE = 8_000
/** Seconds of each part, and the pitch in Hz at a second of it; 0 is silence. */
const signals: [seconds: number, pitchAt: (second: number) => number][] = [
  // standby: short notes
  [6, (at) => (at % 1 < 0.4 ? 880 : 0)],
  [1.5, () => 0],
  // evacuation: rising and falling
  [6, (at) => 500 + 700 * (1 - Math.abs((at % 2) - 1))],
  [1.5, () => 0],
  // all clear: one long note
  [5, () => 523],
]

function writeWav(): Uint8Array {
  const sound: number[] = []
  let phase = 0
  for (const [seconds, pitchAt] of signals) {
    for (let at = 0; at < seconds * RATE; at++) {
      const pitch = pitchAt(at / RATE)
      phase += (2 * Math.PI * pitch) / RATE
      sound.push(pitch === 0 ? 128 : Math.round(128 + 70 * Math.sin(phase)))
    }
  }
  return wavOf(Uint8Array.from(sound), RATE)
}

const sheet = (name: string, headers: [header: string, width: number][], rows: string[][]) =>
  writeSheets([{ name, columns: headers.map(([header, width]) => ({ header, width })), rows }])

const roomCheck = () =>
  sheet(
    '客房消防自查',
    [
      ['检查项目', 36],
      ['检查方法', 44],
      ['结果', 12],
      ['检查人', 12],
    ],
    [
      ['安全出口标志', '逐层查看，灯亮、方向正确、无遮挡'],
      ['疏散通道', '走完全程，没有布草车和杂物'],
      ['手提式灭火器', '压力表在绿区，铅封完好，在有效期内'],
      ['应急照明', '按下测试键，灯亮'],
      ['房间逃生图', '贴在门后，楼层与房号相符'],
      ['防烟面具', '数量与床位一致，包装未拆'],
    ].map((row) => [...row, '', '']),
  )
const coldLog = () =>
  sheet(
    '冷藏冷冻温度记录',
    [
      ['日期', 14],
      ['时间', 10],
      ['冷藏柜（0–8 ℃）', 18],
      ['冷冻柜（-12 ℃ 以下）', 22],
      ['异常与处理', 30],
      ['签字', 12],
    ],
    Array.from({ length: 7 }, () => ['', '', '', '', '', '']),
  )

/** The documents as PDF, in their order. */
export async function printed(app: App, docs: readonly SheetDoc[]): Promise<Uint8Array[]> {
  const printer = await openPrinter(app)
  try {
    const pdfs: Uint8Array[] = []
    for (const doc of docs) pdfs.push(await printer.print(doc, [], async () => undefined))
    return pdfs
  } finally {
    await printer.close()
  }
}

/** All files of the demo library, by a short name. Takes less than a second, mainly to generate the PDFs. */
export async function demoFiles(app: App): Promise<Record<string, DemoFile>> {
  const names = Object.keys(leaflets)
  const pdfs = await printed(app, Object.values(leaflets))
  const leaflet = (key: string, catId: string): DemoFile => {
    const at = names.indexOf(key)
    const { title = key } = leaflets[key] ?? {}
    return { title, name: `${title}.pdf`, catId, duration: 0, bytes: pdfs[at] ?? new Uint8Array() }
  }
  const video = await readFile(new URL('media/fire-extinguisher.webm', import.meta.url))
  const sound = writeWav()
  return {
    extinguisher: { title: '手提式干粉灭火器的使用', name: '灭火器的使用.webm', catId: '1001', duration: VIDEO_SEC, bytes: video },
    signals: {
      title: '听辨三种疏散信号',
      name: '疏散信号.wav',
      catId: '1001',
      duration: Math.round((sound.length - 44) / RATE),
      bytes: sound,
    },
    guests: leaflet('guests', '1001'),
    roomCheck: { title: '客房消防自查表', name: '客房消防自查表.xlsx', catId: '1001', duration: 0, bytes: await roomCheck() },
    kitchen: leaflet('kitchen', '2001'),
    coldLog: { title: '冷藏冷冻温度记录表', name: '温度记录表.xlsx', catId: '2001', duration: 0, bytes: await coldLog() },
    privacy: leaflet('privacy', '3001'),
    register: leaflet('register', '3001'),
    welcome: leaflet('welcome', '90'),
  }
}
