// Covers of the courses: simple shapes in a colour of their own, drawn here, so that no picture of others is needed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acceptFile, recordFile } from '../../domains/common/file.service.ts'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { pictures } from '../../kernel/picture.ts'
import { isDone, step } from '../demo-steps.ts'

const [WIDTH, HEIGHT] = [640, 360]
type Shape = 'flame' | 'hand' | 'shield' | 'plate' | 'door' | 'helmet' | 'wheel' | 'bell'
const shapes: Record<Shape, string> = {
  flame: '<path d="M320 70c60 70 90 110 90 150a90 90 0 0 1-180 0c0-30 20-60 45-85 5 35 20 50 35 55-15-45-10-85 10-120z"/>',
  hand: '<path d="M250 290V170a18 18 0 0 1 36 0v-50a18 18 0 0 1 36 0v-10a18 18 0 0 1 36 0v20a18 18 0 0 1 36 0v100l30-25a20 20 0 0 1 26 30l-70 75z"/>',
  shield: '<path d="M320 70l110 40v80c0 60-45 95-110 115-65-20-110-55-110-115v-80z"/>',
  plate: '<circle cx="320" cy="180" r="105"/><circle cx="320" cy="180" r="62" fill="#fff4"/>',
  door: '<path d="M240 80h160v210H240z"/><circle cx="372" cy="188" r="10" fill="#fff8"/><path d="M200 290h240v14H200z"/>',
  helmet: '<path d="M210 240a110 110 0 0 1 220 0zM190 246h260v22H190z"/><path d="M300 120h40v120h-40z" fill="#fff5"/>',
  wheel:
    '<path d="M320 75a105 105 0 1 0 .1 0zm0 30a75 75 0 1 1-.1 0z" fill-rule="evenodd"/><path d="M308 105h24v150h-24zM245 168h150v24H245z"/>',
  bell: '<path d="M240 240c20-20 20-50 20-80a60 60 0 0 1 120 0c0 30 0 60 20 80zM298 252h44a22 22 0 0 1-44 0z"/>',
}
const covers: [title: string, shape: Shape, from: string, to: string][] = [
  ['新员工入职第一课', 'door', '#2b8a9d', '#135e6e'],
  ['后厨卫生与留样', 'plate', '#d98a2b', '#a85a10'],
  ['客人信息保护', 'shield', '#4c63b6', '#2a3c84'],
  ['消防安全与疏散引导', 'flame', '#d9532b', '#a02c10'],
  ['前台接待与客人隐私', 'bell', '#7a5bb0', '#4d3380'],
  ['楼层安全日常', 'door', '#3f8f5f', '#1f6340'],
  ['手卫生与职业防护', 'hand', '#2a9d8f', '#14665c'],
  ['高处作业防坠落', 'helmet', '#c9952c', '#8a6211'],
  ['货运驾驶员防御性驾驶', 'wheel', '#5b7083', '#34475a'],
  ['住宿登记系统操作', 'bell', '#8895a3', '#5b6772'],
]

const drawing = (shape: Shape, from: string, to: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/><circle cx="560" cy="60" r="150" fill="#fff1"/><circle cx="70" cy="330" r="120" fill="#fff1"/><g fill="#fffd">${shapes[shape]}</g></svg>`

/** Gives each course its cover; without the part of the program that draws pictures there is none. */
export async function addCovers(app: App): Promise<void> {
  if (await isDone(app, 'history.covers')) return
  const sharp = await pictures().catch(() => undefined)
  await step(app, 'history.covers', async (ctx) => {
    for (const [title, shape, from, to] of sharp ? covers : []) {
      const png = await sharp!(Buffer.from(drawing(shape, from, to)))
        .png({ palette: true })
        .toBuffer()
      await ctx.db
        .updateTable('course')
        .set({ cover: await stored(ctx, png, title) })
        .where('title', '=', title)
        .where('cover', '=', '')
        .execute()
    }
  })
}

async function stored(ctx: Ctx, bytes: Uint8Array, title: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-cover-'))
  try {
    const path = join(folder, 'sent')
    await writeFile(path, bytes)
    return (await recordFile(ctx, await acceptFile(ctx, { path, name: `${title}.png`, size: bytes.length }, 'image'))).url
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
