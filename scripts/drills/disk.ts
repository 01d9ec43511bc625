// The disk fills while candidates save and are recorded: a warning comes first, recordings become smaller, then uploads and pieces are refused, and
// answers are saved all the time.
import { file } from '@shuyuan/contract/common/file.ts'
import { disk } from '@shuyuan/contract/site/config/disk.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPapers, signIn } from '../../bench/arrive.ts'
import { adminPassword, openExam } from '../../bench/exam-setup.ts'
import type { Saved } from '../../bench/fill.ts'
import { beginAll, consentAll, type Part, postPiece, recordExam } from '../../bench/recordings.ts'
import { keepSaving, peopleOf } from './candidates.ts'
import { type Drill, freePort, type Stage } from './drill.ts'
import { makeRoom } from './room.ts'

const WARN_MB = 200
const MIN_MB = 100
/** More than three times MIN_MB, below which cameras are recorded as pictures. */
const ROOMY_MB = 400
const SAVE_MS = 2_000
const RECORD_SECONDS = 60
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

/** Pieces of the recordings of all candidates. @returns what the server answers to them, by track */
function recorder(port: number, parts: readonly Part[]) {
  const agent = new Agent({ keepAlive: true })
  const send = async (track: RecordTrack) => {
    const answers = new Set<string>()
    for (const part of parts.filter((one) => one.track === track)) {
      const reply = await postPiece(agent, port, `${part.address}?offset=${part.size}`, part.pieces[part.next]!)
      if (reply.size > part.size) part.next++
      part.size = reply.size
      answers.add(reply.go)
    }
    return [...answers].join(' ')
  }
  return {
    send: async () => ({ camera: await send(RecordTrack.camera), screen: await send(RecordTrack.screen) }),
    close: () => agent.destroy(),
  }
}

/** Observations with so much room, and the number of answers acknowledged meanwhile. */
async function seen(
  { upload, begin, level, ready }: Awaited<ReturnType<typeof administrator>>,
  record: () => Promise<{ camera: string; screen: string }>,
  acknowledged: () => number,
) {
  const before = acknowledged()
  await sleep(SAVE_MS)
  const words = ({ code, msg }: Answer) => (code === 0 ? 'stored' : msg)
  return {
    level: await level(),
    ready: await ready(),
    upload: words(await upload()),
    pieces: words(await begin()),
    recordings: await record(),
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
  await recordExam(exam)
  const { tokens } = await signIn(exam, people)
  await consentAll(exam, tokens)
  const { candidates } = await openPapers(exam, tokens, people)
  const recordings = recorder(exam.port, await beginAll(exam, candidates, RECORD_SECONDS))
  stage.atEnd(async () => recordings.close())
  const end = keepSaving(exam.port, candidates, saved)
  const admin = await administrator(exam.port)
  const look = async (mb: number) => {
    await room.leaveFree(mb)
    const found = await seen(admin, recordings.send, sum)
    const { camera, screen } = found.recordings
    stage.tell(
      `${mb} MB free: ${found.level}, upload ${found.upload}, recordings ${camera} and ${screen}, ${found.saves} answers saved in ${SAVE_MS / 1_000} s`,
    )
    return found
  }
  const [roomy, low, full, freed] = [await look(ROOMY_MB), await look(WARN_MB - 30), await look(MIN_MB - 30), await look(ROOMY_MB)]
  const refusedSaves = await end()
  const ok =
    [roomy, low, freed].every((one) => one.upload === 'stored' && one.pieces === 'stored') &&
    [roomy.level, low.level, full.level, freed.level].join(' ') === 'ok low full ok' &&
    [full.upload, full.pieces].every((words) => words.includes('磁盘空间不足')) &&
    [roomy, low, full, freed].map(({ recordings: { camera, screen } }) => `${camera}/${screen}`).join(' ') ===
      'on/on thin/on full/full on/on' &&
    [roomy, low, full, freed].every(({ saves, ready }) => saves > 0 && ready === 200) &&
    refusedSaves === 0
  return { ok, candidates: people, disk: room.kind, roomy, low, full, freed, refusedSaves }
}

export const diskDrill: Drill = { usage: 'disk [--candidates 20]', seconds: 180, run }
