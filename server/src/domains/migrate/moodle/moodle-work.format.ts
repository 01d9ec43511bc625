// Assignments of a backup (mod_assign), and the submissions and grades of users.
import {
  MOST_POINTS,
  MOST_WORK_FILES,
  MOST_WORK_MB,
  WorkFinish,
  type WorkKind,
  workKinds,
} from '@shuyuan/contract/course/work/work-codes.ts'
import type { OldWork } from '../old-site.format.ts'
import { type BackupFile, withFiles } from './backup-files.format.ts'
import { attribute, child, children, momentOf, type Node, numberOf, textOf } from './backup-xml.format.ts'

const TITLE = 200
const PASS = 0.6
const MB = 1_048_576
const DEFAULT_MB = 50
const SCALE = { maxScore: 10_000 }

const groupsOf: Record<string, WorkKind> = {
  image: 'image',
  web_image: 'image',
  audio: 'audio',
  web_audio: 'audio',
  html_audio: 'audio',
  video: 'video',
  web_video: 'video',
  html_video: 'video',
  archive: 'archive',
  document: 'document',
  spreadsheet: 'document',
  presentation: 'document',
}
const endings: [WorkKind, RegExp][] = [
  ['image', /^\.(?:png|jpe?g|gif|webp|bmp|svg|tiff?)$/],
  ['audio', /^\.(?:mp3|m4a|wav|ogg|oga|aac|flac)$/],
  ['video', /^\.(?:mp4|mov|webm|avi|mkv|mpe?g|m4v|ogv)$/],
  ['archive', /^\.(?:zip|rar|7z|tar|gz|tgz)$/],
  ['document', /^\.\w+$/],
]

/** Settings of the ways to hand in and to answer: `file.maxfilesubmissions`. */
function settingsOf(assign: Node): Map<string, string> {
  const rows = children(child(assign, 'plugin_configs'), 'plugin_config')
  return new Map(rows.map((one) => [`${textOf(one, 'subtype')}_${textOf(one, 'plugin')}.${textOf(one, 'name')}`, textOf(one, 'value')]))
}

/** Kinds of a list of endings, groups and media types; all of them for a list that names none. */
function kindsOf(list: string): WorkKind[] {
  const found = list
    .toLowerCase()
    .split(/[\s,;]+/)
    .flatMap((one) => {
      const group = groupsOf[one] ?? workKinds.find((kind) => one.startsWith(`${kind}/`))
      return group ?? endings.find(([, ending]) => ending.test(one))?.[0] ?? []
    })
  return found.length > 0 ? workKinds.filter((one) => found.includes(one)) : [...workKinds]
}

type Taken = Pick<OldWork, 'takesText' | 'kinds' | 'mostFiles' | 'mostMb'>

/** What may be handed in. */
function takenBy(settings: ReadonlyMap<string, string>, lost: string[]): Taken {
  const of = (name: string) => settings.get(`assignsubmission_${name}`) ?? ''
  const takesFiles = of('file.enabled') === '1'
  const isOffline = !takesFiles && of('onlinetext.enabled') !== '1'
  if (isOffline) lost.push('原来不在网上提交，这里可以填写文字')
  if (of('onlinetext.wordlimitenabled') === '1') lost.push(`字数上限 ${of('onlinetext.wordlimit')} 没有带过来`)
  const most = Number(of('file.maxfilesubmissions')) || MOST_WORK_FILES
  if (takesFiles && most > MOST_WORK_FILES) lost.push(`文件数量上限 ${most} 改为 ${MOST_WORK_FILES}`)
  const mb = Math.ceil((Number(of('file.maxsubmissionsizebytes')) || DEFAULT_MB * MB) / MB)
  if (takesFiles && mb > MOST_WORK_MB) lost.push(`单个文件上限 ${mb} MB 改为 ${MOST_WORK_MB} MB`)
  const list = of('file.filetypeslist').trim()
  if (takesFiles && list !== '' && list !== '*') lost.push(`文件类型“${list}”按大类限制`)
  return {
    takesText: of('onlinetext.enabled') === '1' || isOffline,
    kinds: takesFiles ? kindsOf(list) : [],
    mostFiles: Math.min(Math.max(most, 1), MOST_WORK_FILES),
    mostMb: Math.min(Math.max(mb, 1), MOST_WORK_MB),
  }
}

/** Points in 1/100; a grade on a scale has none. `factor` leads from grades to points of this assignment. */
export function scoringOf(assign: Node): { maxScore: number; factor: number; kind: 'points' | 'scale' | 'none' } {
  const grade = numberOf(assign, 'grade')
  if (grade <= 0) return { ...SCALE, factor: 0, kind: grade < 0 ? 'scale' : 'none' }
  const most = Math.min(grade, MOST_POINTS)
  return { maxScore: Math.round(most * 100), factor: (most / grade) * 100, kind: 'points' }
}

function scoreTerms(assign: Node, gradebook: Node, lost: string[]): Pick<OldWork, 'maxScore' | 'passScore'> {
  const { maxScore, factor, kind } = scoringOf(assign)
  if (kind === 'scale') lost.push('用等级评分：等级没有带过来，满分按 100 分')
  if (kind === 'none') lost.push('原来不评分，满分按 100 分')
  if (kind === 'points' && numberOf(assign, 'grade') > MOST_POINTS) lost.push(`满分 ${numberOf(assign, 'grade')} 换算为 ${MOST_POINTS} 分`)
  const pass = Math.round(numberOf(child(gradebook, 'grade_items', 'grade_item'), 'gradepass') * factor)
  return { maxScore, passScore: pass > 0 ? Math.min(pass, maxScore) : Math.round(maxScore * PASS) }
}

function dates(assign: Node, lost: string[]): Pick<OldWork, 'deadlineTime' | 'late'> {
  const [due, cutoff] = [momentOf(assign, 'duedate'), momentOf(assign, 'cutoffdate')]
  if (!due) return { deadlineTime: cutoff, late: false }
  if (cutoff && cutoff > due) lost.push('最晚提交时间没有带过来：截止之后一直可以提交，算逾期')
  return { deadlineTime: due, late: cutoff === null || cutoff > due }
}

const ONCE = new Set(['none', 'manual', ''])
function triesOf(assign: Node): number {
  const most = numberOf(assign, 'maxattempts')
  // what a teacher opens again is returned here, which costs no try
  if (ONCE.has(textOf(assign, 'attemptreopenmethod'))) return 1
  return most > 0 ? Math.min(most, 100) : 0
}

/** What has no place here, by the element that says so. */
const unknown: [string, string][] = [
  ['teamsubmission', '小组提交没有带过来：每人各交一份'],
  ['timelimit', '限时没有带过来'],
  ['requiresubmissionstatement', '提交声明没有带过来'],
  ['markingworkflow', '评分流程没有带过来'],
]

function leftOf(assign: Node, grading: Node): string[] {
  const method = children(grading, 'area').map((one) => textOf(one, 'activemethod'))
  const extended = children(child(assign, 'userflags'), 'userflag').filter((one) => numberOf(one, 'extensionduedate') > 0).length
  const overrides = children(child(assign, 'overrides'), 'override').length
  return [
    ...unknown.filter(([name]) => numberOf(assign, name) > 0).map(([, why]) => why),
    ...(method.some((one) => one !== '') ? ['评分量规没有带过来'] : []),
    ...(extended + overrides > 0 ? [`${extended + overrides} 条个别期限没有带过来，可在课程里延期`] : []),
  ]
}

type AssignGiven = {
  /** element activity of assign.xml */
  node: Node
  title: string
  /** element activity_gradebook of grades.xml */
  gradebook: Node
  /** element areas of grading.xml */
  grading: Node
  files: readonly BackupFile[]
  addressOf: (file: BackupFile) => string
}

/** The assignment, and when it opens. */
export function workOf({ node, title, gradebook, grading, files, addressOf }: AssignGiven): { work: OldWork; openTime: Date | null } {
  const assign = child(node, 'assign')
  const here = files.filter((one) => one.contextId === attribute(node, 'contextid') && one.component === 'mod_assign')
  const inArea = (area: string) => here.filter((one) => one.area === area)
  const lost = leftOf(assign, grading)
  const parts = ['intro', 'activity'].map((name) =>
    withFiles(textOf(assign, name), [...inArea('intro'), ...inArea('activityattachment')], addressOf),
  )
  const scores = scoreTerms(assign, gradebook, lost)
  const isByHand = textOf(assign, 'completionsubmit') === '1' || scoringOf(assign).kind !== 'points'
  return {
    openTime: momentOf(assign, 'allowsubmissionsfromdate'),
    work: {
      id: attribute(node, 'moduleid'),
      title: title.slice(0, TITLE),
      content: parts.join('').trim() || `<p>${title.replaceAll(/[<>&]/g, ' ')}</p>`,
      ...scores,
      ...dates(assign, lost),
      tries: triesOf(assign),
      ...takenBy(settingsOf(assign), lost),
      finish: isByHand ? WorkFinish.handed : WorkFinish.passed,
      blind: textOf(assign, 'blindmarking') === '1' && textOf(assign, 'revealidentities') !== '1',
      attachments: inArea('introattachment')
        .slice(0, MOST_WORK_FILES)
        .map((one) => ({ title: one.name, address: addressOf(one) })),
      lost,
    },
  }
}
