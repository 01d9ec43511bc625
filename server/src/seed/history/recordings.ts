// An exam that was recorded, with drawn films: marks, verdicts, a hole, a phone that was lost, and recordings that wait for a reviewer.
import type { TimelineKind } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { EvidenceVerdict } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { readFile } from 'node:fs/promises'
import { makeExam } from '../../domains/exam/exam.factory.ts'
import { recordEvent } from '../../domains/paper/channel/timeline.service.ts'
import { saveMark } from '../../domains/paper/evidence/mark.service.ts'
import { saveVerdict } from '../../domains/paper/evidence/verdict.service.ts'
import { noteView } from '../../domains/paper/evidence/view.service.ts'
import { seededRandom } from '../../domains/paper/question/random.rules.ts'
import { closeRecords } from '../../domains/paper/record/keep.service.ts'
import { findNeed, saveConsent } from '../../domains/paper/record/need.service.ts'
import { beginningOf, makePart } from '../../domains/paper/record/record.factory.ts'
import { storePicture } from '../../domains/site/provider/evidence.service.ts'
import { makeTmpl } from '../../domains/tmpl/tmpl.factory.ts'
import { type App, type Ctx, ctxOf } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/database.ts'
import { sit } from '../demo-sit.ts'
import { asIf, inDays, isDone, learnerName, person } from '../demo-steps.ts'

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000]
const SEED = 20_261_128
const title = '客房安全远程抽测（录像监考）'
const bank = '酒店治安与消防安全'
const DAYS_AGO = 3
/** The length of the films, and a little for the hand-in. */
const SECONDS = 103
/** A film is cut at its next picture that stands alone. */
const KEY_SECONDS = 6

type Signal = {
  kind: TimelineKind
  at: number
  message: string
  seconds?: number
  track?: string
  passed?: boolean
  reason?: string
  /** a drawn capture beside the films */
  picture?: string
}
type Candidate = {
  number: number
  /** seconds in which the camera did not record */
  hole?: [from: number, to: number]
  /** seconds after which the phone was gone */
  phoneUntil?: number
  signals: Signal[]
}
/** Two people in the picture of the camera, as the film has it at that second. */
const many = {
  kind: 'face',
  at: 68,
  passed: false,
  reason: 'many',
  message: '人脸识别已失败1次，请确保人脸在摄像头中央！',
  picture: 'two-people',
} as const
const left = { kind: 'leave', at: 49, seconds: 9, message: '离开考试页面' } as const
const candidates: Candidate[] = [
  { number: 45, signals: [left, many] },
  { number: 46, hole: [40, 60], signals: [{ kind: 'recording', at: 62, message: '录制中断', track: '摄像头' }] },
  { number: 47, signals: [] },
  { number: 48, phoneUntil: 30, signals: [{ kind: 'phone', at: 92, message: '手机第二机位中断', track: '手机第二机位' }] },
  { number: 49, signals: [left] },
  { number: 50, signals: [] },
]

const drawn = (file: string) => readFile(new URL(`../media/recording/${file}`, import.meta.url))
const filmOf = (name: string) => drawn(`${name}.webm`)

/** Adds it without its papers. */
export async function addRecordedExam(ctx: Ctx): Promise<void> {
  const { id: repoId } = await ctx.db.selectFrom('repo').where('title', '=', bank).orderBy('id').select('id').executeTakeFirstOrThrow()
  const tmplId = await makeTmpl(ctx, {
    title: `${title}（五题）`,
    groups: [
      {
        title: '单选题',
        mode: 'draw',
        draws: [{ repoId, chapterId: '', quType: QuType.single, level: null, count: 5, perScore: 2_000 }],
        quList: [],
      },
    ],
  })
  const startTime = inDays(ctx, -DAYS_AGO)
  const recorded = { recordCamera: true, recordScreen: true, recordPhone: true, recordDays: 180 }
  await makeExam(ctx, {
    tmplId,
    title,
    passScore: 6_000,
    minutes: 10,
    tries: 1,
    startTime,
    endTime: new Date(startTime.getTime() + DAY),
    ...recorded,
  })
}

const examIdOf = async (db: Database) =>
  (await db.selectFrom('exam').where('title', '=', title).orderBy('id').select('id').executeTakeFirst())?.id

async function paperOf(db: Database, number: number) {
  return db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('paper.examId', '=', (await examIdOf(db)) ?? '0')
    .where('sysUser.userName', '=', learnerName(number))
    .select(['paper.id', 'paper.startTime'])
    .executeTakeFirst()
}

/** Sits and records what is missing of it, paper by paper; an interrupted run is continued. */
export async function sitRecordedExam(app: App): Promise<void> {
  const examId = await examIdOf(app.db)
  if (examId === undefined || (await isDone(app, 'history.recordings'))) return
  for (const one of candidates) {
    const userName = learnerName(one.number)
    const began = new Date(app.clock().getTime() - DAYS_AGO * DAY + HOUR + one.number * MINUTE)
    const before = new Date(began.getTime() - MINUTE)
    const own = ctxOf({ ...app, clock: () => before }, { user: await person(app.db, userName), now: before })
    const { textHash } = await findNeed(own, { examId })
    await saveConsent(own, { examId, textHash, agreed: true })
    await sit(app, { examId, userName, began, random: seededRandom(`${SEED}${one.number}`), minutes: 10, seconds: SECONDS })
    await recordCandidate(app, one)
  }
  await closeRecords(app)
}

async function recordCandidate(app: App, { number, hole, phoneUntil, signals }: Candidate) {
  const paper = await paperOf(app.db, number)
  if (!paper) return
  const had = await app.db.selectFrom('paperTrack').where('paperId', '=', paper.id).select('id').limit(1).executeTakeFirst()
  if (had) return
  const after = (seconds: number) => new Date(paper.startTime.getTime() + seconds * SECOND)
  const [camera, screen, phone] = await Promise.all(['camera', 'screen', 'phone'].map(filmOf))
  const part = (track: RecordTrack, film: Buffer, at: number, isWhole = true) => {
    const mime = track === RecordTrack.screen ? 'video/webm;codecs=vp9' : 'video/webm;codecs=vp8'
    return makePart(app, { paperId: paper.id, track, mime, film, at: after(at), isWhole })
  }
  const [from = SECONDS, to = SECONDS] = hole ?? []
  await part(RecordTrack.screen, screen!, 2)
  await part(RecordTrack.phone, phoneUntil === undefined ? phone! : beginningOf(phone!, phoneUntil * SECOND), 3, phoneUntil === undefined)
  if (hole) await part(RecordTrack.camera, beginningOf(camera!, (SECONDS - to - KEY_SECONDS) * SECOND), to)
  // last: a recording with its camera is done
  await part(RecordTrack.camera, beginningOf(camera!, from * SECOND), 1)
  for (const { at, track, picture, ...signal } of signals)
    await recordEvent(app.db, {
      paperId: paper.id,
      eventId: `${signal.kind}:${at}`,
      verdict: 'warn',
      at: after(at),
      ...signal,
      ...(track ? { data: { track } } : {}),
      ...(picture ? { url: await storePicture(app, await drawn(`${picture}.jpg`)) } : {}),
    })
}

/** What reviewers have found; the other recordings wait for one. */
export async function judgeRecordings(ctx: Ctx): Promise<void> {
  const then = asIf(ctx, new Date(ctx.now.getTime() - DAY))
  const [violation, watch, clear] = await Promise.all([45, 46, 47].map((number) => paperOf(ctx.db, number)))
  if (!violation || !watch || !clear) return
  const looked = { userId: ctx.user.id, seen: true, live: false, ip: '10.0.0.8', part: 1 }
  for (const { id: paperId } of [violation, watch, clear])
    for (const track of [RecordTrack.camera, RecordTrack.screen])
      await noteView(ctx.db, { ...looked, paperId, track, fromMs: 0, toMs: 60 * SECOND }, then.now)
  const mark = (paperId: string, track: RecordTrack, from: number, to: number, label: string, note: string) =>
    saveMark(then, { paperId, track, fromMs: from * SECOND, toMs: to * SECOND, label, note })
  await mark(violation.id, RecordTrack.screen, 42, 52, '查阅资料', '打开了搜索窗口')
  await mark(violation.id, RecordTrack.camera, 63, 75, '有他人进入', '画面右侧有人停留')
  await mark(violation.id, RecordTrack.phone, 79, 87, '使用手机', '右手拿起手机')
  await mark(watch.id, RecordTrack.camera, 40, 60, '考生离开画面', '摄像头中断二十秒')
  const judge = (paperId: string, verdict: EvidenceVerdict, reason: string, effect: 'none' | 'note' | 'void') =>
    saveVerdict(then, { paperId, version: 0, verdict, reason, effect })
  await judge(violation.id, EvidenceVerdict.violation, '作答期间打开搜索窗口查阅资料，并有他人进入画面，与考试纪律不符。', 'void')
  await judge(watch.id, EvidenceVerdict.watch, '摄像头中断二十秒，未见其他异常，请下次考试前检查设备。', 'note')
  await judge(clear.id, EvidenceVerdict.clear, '', 'none')
}
