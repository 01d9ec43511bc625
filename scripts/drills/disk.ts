// The disk fills while candidates save: a warning comes first, then uploads are refused in words, and answers are saved all the time.
import { file } from '@shuyuan/contract/common/file.ts'
import { disk } from '@shuyuan/contract/site/config/disk.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminPassword, openExam } from '../../bench/exam-setup.ts'
import type { Saved } from '../../bench/fill.ts'
import { candidatesOf, keepSaving, peopleOf } from './candidates.ts'
import { type Drill, freePort, type Stage } from './drill.ts'
import { makeRoom } from './room.ts'

const WARN_MB = 200
const MIN_MB = 100
const SAVE_MS = 2_000
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64')

type Answer = { code: number; msg: string; data: unknown }

/** What an administrator does. */
async function administrator(port: number) {
  const at = `http://127.0.0.1:${port}`
  const json = { 'content-type': 'application/json' }
  const post = async (path: string, body: BodyInit, headers: Record<string, string>) =>
    (await (await fetch(at + path, { method: 'POST', body, headers })).json()) as Answer
  const signedIn = await post('/api/sys/user/login', JSON.stringify({ userName: 'admin', password: adminPassword }), json)
  if (signedIn.code !== 0) throw new Error(`the administrator cannot sign in: ${signedIn.msg}`)
  const { token } = signedIn.data as { token: string }
  const upload = () => {
    const form = new FormData()
    form.set('scene', 'image')
    form.set('file', new Blob([png], { type: 'image/png' }), 'picture.png')
    return post(file.upload.path, form, { token })
  }
  const begin = () => post(file.begin.path, JSON.stringify({ scene: 'course', name: 'film.mp4', size: 50_000_000 }), { ...json, token })
  const level = async () => ((await post(disk.detail.path, '{}', { ...json, token })).data as { level: string }).level
  const ready = async () => (await fetch(`${at}/readyz`)).status
  return { upload, begin, level, ready }
}

/** Observations with so much room, and the number of answers acknowledged meanwhile. */
async function seen(
  { upload, begin, level, ready }: Awaited<ReturnType<typeof administrator>>,
  acknowledged: () => number,
): Promise<{ level: string; ready: number; upload: string; pieces: string; saves: number }> {
  const before = acknowledged()
  await sleep(SAVE_MS)
  const words = ({ code, msg }: Answer) => (code === 0 ? 'stored' : msg)
  return {
    level: await level(),
    ready: await ready(),
    upload: words(await upload()),
    pieces: words(await begin()),
    saves: acknowledged() - before,
  }
}

async function run(stage: Stage) {
  const people = peopleOf(stage)
  const room = await makeRoom(stage)
  Object.assign(process.env, { TMPDIR: room.folder, DISK_WARN_MB: String(WARN_MB), DISK_MIN_MB: String(MIN_MB) }, room.env)
  stage.tell(`a site with an exam of ${people} candidates on a small disk (${room.kind})`)
  const exam = await openExam({ people, questions: 20, port: await freePort(), processes: 1 })
  stage.atEnd(() => exam.close())
  const saved: Saved = new Map()
  const sum = () => [...saved.values()].reduce((all, seq) => all + seq, 0)
  const end = keepSaving(exam.port, await candidatesOf(exam, people), saved)
  const admin = await administrator(exam.port)
  const look = async (mb: number) => {
    await room.leaveFree(mb)
    const found = await seen(admin, sum)
    stage.tell(`${mb} MB free: ${found.level}, upload ${found.upload}, ${found.saves} answers saved in ${SAVE_MS / 1_000} s`)
    return found
  }
  const [roomy, low, full, freed] = [
    await look(WARN_MB + 100),
    await look(WARN_MB - 30),
    await look(MIN_MB - 30),
    await look(WARN_MB + 100),
  ]
  const refusedSaves = await end()
  const ok =
    [roomy, low, freed].every((one) => one.upload === 'stored' && one.pieces === 'stored') &&
    [roomy.level, low.level, full.level, freed.level].join(' ') === 'ok low full ok' &&
    [full.upload, full.pieces].every((words) => words.includes('磁盘空间不足')) &&
    [roomy, low, full, freed].every(({ saves, ready }) => saves > 0 && ready === 200) &&
    refusedSaves === 0
  return { ok, candidates: people, disk: room.kind, roomy, low, full, freed, refusedSaves }
}

export const diskDrill: Drill = { usage: 'disk [--candidates 20]', seconds: 180, run }
