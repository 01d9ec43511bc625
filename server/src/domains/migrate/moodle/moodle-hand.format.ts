// Submissions and grades of an assignment of a backup (mod_assign).
import { WorkFinish } from '@shuyuan/contract/course/work/work-codes.ts'
import { plainText } from '../../../kernel/richtext.ts'
import type { LeftOut, OldHand, OldLearn, OldWork } from '../old-site.format.ts'
import type { BackupFile } from './backup-files.format.ts'
import { attribute, child, children, momentOf, type Node, numberOf, textOf } from './backup-xml.format.ts'
import { scoringOf } from './moodle-work.format.ts'

const PLAIN = '2'
const MARK = '@@PLUGINFILE@@'

/** Elements of this name at any depth: those of plugins stand within one that is named after the plugin. */
function within(node: Node, name: string): Node[] {
  return Object.entries(node).flatMap(([key, inner]) =>
    Array.isArray(inner) ? inner.flatMap((one) => (key === name ? [one] : within(one, name))) : [],
  )
}

/** Text of an editor with a line for each paragraph. */
function linesOf(html: string, format: string): string {
  if (format === PLAIN) return html.trim()
  const lines = html.split(/<br\s*\/?>|<\/(?:p|div|li|h\d|tr|pre|blockquote)>/i).map(plainText)
  return lines.filter((one) => one !== '').join('\n')
}

type Try = { userId: string; number: number; submission: Node | undefined; grade: Node | undefined }

/** Submissions and grades of the same user and try together. */
function triesOf(assign: Node): Try[] {
  const tries = new Map<string, Try>()
  const at = (node: Node): Try => {
    const [userId, number] = [textOf(node, 'userid'), numberOf(node, 'attemptnumber')]
    const key = `${userId}/${number}`
    const one = tries.get(key) ?? { userId, number, submission: undefined, grade: undefined }
    tries.set(key, one)
    return one
  }
  for (const one of children(child(assign, 'submissions'), 'submission')) if (numberOf(one, 'userid') > 0) at(one).submission = one
  for (const one of children(child(assign, 'grades'), 'grade')) at(one).grade = one
  return [...tries.values()].toSorted((a, b) => a.number - b.number)
}

type HandGiven = {
  /** element activity of assign.xml */
  node: Node
  work: OldWork
  courseId: string
  files: readonly BackupFile[]
  addressOf: (file: BackupFile) => string
  /** ids of the users of the backup */
  users: ReadonlySet<string>
}
type ReadHands = { hands: OldHand[]; learns: OldLearn[]; left: LeftOut[]; notes: string[] }

export function handsOf({ node, work, courseId, files, addressOf, users }: HandGiven): ReadHands {
  const assign = child(node, 'assign')
  const here = files.filter((one) => one.contextId === attribute(node, 'contextid'))
  const factor = scoringOf(assign).factor
  const read: ReadHands = { hands: [], learns: [], left: [], notes: [] }
  let strangers = 0
  for (const [userId, tries] of Map.groupBy(triesOf(assign), (one) => one.userId)) {
    if (!users.has(userId)) {
      strangers += tries.length
      continue
    }
    const hands = tries.flatMap((one): OldHand[] => {
      const hand = handOf(one, { here, addressOf, factor, max: work.maxScore })
      const id = `${work.id}/${userId}/${one.number}`
      if ('why' in hand) {
        read.left.push({ kind: 'hand', id, title: work.title, why: hand.why })
        return []
      }
      return [{ ...hand, id, workId: work.id, courseId, userId, tryNo: one.number + 1, isFollowed: false }]
    })
    read.hands.push(...hands.map((one, place) => ({ ...one, isFollowed: place < hands.length - 1 })))
    read.learns.push(...finishedBy(work, courseId, hands))
  }
  const teams = children(child(assign, 'submissions'), 'submission').filter((one) => numberOf(one, 'userid') === 0).length
  if (teams > 0) read.notes.push(`${work.title}：${teams} 份小组提交没有带过来`)
  if (strangers > 0) read.notes.push(`${work.title}：${strangers} 次提交的用户不在备份里`)
  return read
}

type Around = { here: readonly BackupFile[]; addressOf: (file: BackupFile) => string; factor: number; max: number }
type Written = Pick<OldHand, 'content' | 'files' | 'handTime' | 'score' | 'comment' | 'markTime' | 'markerId' | 'lost'>

/** Only what was handed in or marked has a place here. */
function handOf({ submission = {}, grade = {} }: Try, { here, addressOf, factor, max }: Around): Written | { why: string } {
  const given = numberOf(grade, 'grade')
  const isMarked = textOf(grade, 'grade') !== '' && given >= 0 && factor > 0
  const status = textOf(submission, 'status')
  if (!isMarked && status !== 'submitted') return { why: status === 'draft' ? '草稿，没有提交' : '没有提交' }
  const handTime = momentOf(submission, 'timemodified') ?? momentOf(grade, 'timemodified')
  if (!handTime) return { why: '没有提交时间' }
  const id = attribute(submission, 'id')
  const [text = {}] = within(submission, 'submission_onlinetext')
  const [said = {}] = within(grade, 'feedback_comments')
  const own = here.filter((one) => id !== '' && one.itemId === id && /^assignsubmission_(?:file|onlinetext)$/.test(one.component))
  const isAnswered = here.some((one) => one.component === 'assignfeedback_file' && one.itemId === attribute(grade, 'id'))
  const lost = [
    ...(isMarked && status !== 'submitted' ? ['只有成绩，没有提交'] : []),
    ...(factor === 0 && textOf(grade, 'grade') !== '' && given > 0 ? ['等级没有带过来'] : []),
    ...(textOf(text, 'onlinetext').includes(MARK) ? ['文字里的图片在文件里'] : []),
    ...(isAnswered ? ['教师反馈的文件没有带过来'] : []),
  ]
  return {
    content: linesOf(textOf(text, 'onlinetext'), textOf(text, 'onlineformat')),
    files: own.map((one) => ({ title: one.name, address: addressOf(one) })),
    handTime,
    score: isMarked ? Math.min(max, Math.round(given * factor)) : null,
    comment: linesOf(textOf(said, 'commenttext'), textOf(said, 'commentformat')),
    markTime: isMarked ? momentOf(grade, 'timemodified') : null,
    markerId: isMarked ? textOf(grade, 'grader') : '',
    lost,
  }
}

/** The lesson was finished with the first try that was handed in, or that passed. */
function finishedBy(work: OldWork, courseId: string, hands: readonly OldHand[]): OldLearn[] {
  const passed = (one: OldHand) => one.score !== null && one.score >= work.passScore
  const first = work.finish === WorkFinish.handed ? hands[0] : hands.find(passed)
  if (!first) return []
  const { userId, handTime } = first
  const times = { startTime: handTime, lastTime: handTime, finishTime: handTime }
  return [{ id: `${work.id}/${userId}`, courseId, fileId: work.id, userId, seconds: 0, percent: 100, ...times }]
}
