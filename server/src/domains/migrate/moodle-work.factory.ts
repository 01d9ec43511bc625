// Assignments of a backup of Moodle with the shapes of mod_assign. All of it is made up.
import { fileEntry, type More } from './moodle-fixture.factory.ts'
import { type Fields, NULL, tags } from './moodle-bank.factory.ts'

const CONTEXT = 581
const config = (subtype: string, plugin: string, name: string, value: string | number) =>
  `<plugin_config>${tags({ plugin, subtype, name, value })}</plugin_config>`

const handed = { timecreated: 1_700_000_000, timestarted: NULL, status: 'submitted', groupid: 0, latest: 1 }
const submission = (id: number, userid: number, attemptnumber: number, inner: string, more: Fields = {}) =>
  `<submission id="${id}">${tags({ userid, ...handed, timemodified: 1_700_000_000 + id, attemptnumber, ...more })}${inner}</submission>`
const text = (id: number, onlinetext: string) =>
  `<subplugin_assignsubmission_onlinetext_submission><submission_onlinetext>${tags({ onlinetext, onlineformat: 1, submission: id })}</submission_onlinetext></subplugin_assignsubmission_onlinetext_submission>`
const grade = (id: number, userid: number, attemptnumber: number, points: string, comment = '') =>
  `<grade id="${id}">${tags({ userid, timecreated: 1_700_001_000, timemodified: 1_700_001_000 + id, grader: 3, grade: points, attemptnumber })}<subplugin_assignfeedback_comments_grade><feedback_comments>${tags({ commenttext: comment, commentformat: 1, grade: id })}</feedback_comments></subplugin_assignfeedback_comments_grade></grade>`

const assign = (id: number, fields: Fields, inner: { submissions?: string; grades?: string; configs?: string; flags?: string } = {}) => {
  const common = {
    introformat: 1,
    activity: NULL,
    allowsubmissionsfromdate: 0,
    duedate: 0,
    cutoffdate: 0,
    teamsubmission: 0,
    blindmarking: 0,
  }
  const parts = `<userflags>${inner.flags ?? ''}</userflags><submissions>${inner.submissions ?? ''}</submissions><grades>${inner.grades ?? ''}</grades><plugin_configs>${inner.configs ?? ''}</plugin_configs><overrides></overrides>`
  return `<activity id="${id}" moduleid="${id}" modulename="assign" contextid="${500 + id}"><assign id="${id}">${tags({ ...common, ...fields })}${parts}</assign></activity>`
}

const plan = {
  name: '疏散方案',
  intro: '<p>画出<b>疏散图</b>。<img src="@@PLUGINFILE@@/plan.png"></p>',
  grade: 50,
  allowsubmissionsfromdate: 1_699_000_000,
  duedate: 1_700_000_050,
  cutoffdate: 1_700_090_000,
  completionsubmit: 0,
  attemptreopenmethod: 'untilpass',
  maxattempts: 3,
  blindmarking: 1,
  revealidentities: 0,
}
const configs = [
  config('assignsubmission', 'onlinetext', 'enabled', 1),
  config('assignsubmission', 'file', 'enabled', 1),
  config('assignsubmission', 'file', 'maxfilesubmissions', 20),
  config('assignsubmission', 'file', 'maxsubmissionsizebytes', 5_242_880),
  config('assignsubmission', 'file', 'filetypeslist', '.pdf,image'),
  config('assignfeedback', 'comments', 'enabled', 1),
].join('')
const submissions = [
  submission(11, 4, 0, text(11, '<p>第一稿</p><p>走<b>东</b>门</p>')),
  submission(60, 4, 1, text(60, '<p>第二稿 <img src="@@PLUGINFILE@@/door.png"></p>')),
  submission(13, 3, 0, text(13, '<p>还没写完</p>'), { status: 'draft' }),
  submission(14, 99, 0, ''),
  submission(15, 0, 0, '', { groupid: 7 }),
].join('')
const grades = [grade(21, 4, 0, '20.00000', '<p>缺西门</p><p>再画一次</p>'), grade(22, 4, 1, '45.50000')].join('')

/** Two assignments of section 61: one with submissions, one on a scale that was handed in on paper. */
export function workFiles({ picture, pdf }: { picture: Uint8Array; pdf: Uint8Array }): More {
  const program = Buffer.from('MZ no document')
  return {
    activities: [
      [
        81,
        61,
        'assign',
        '疏散方案',
        assign(81, plan, {
          configs,
          submissions,
          grades,
          flags: `<userflag id="1">${tags({ userid: 4, extensionduedate: 1_700_100_000 })}</userflag>`,
        }),
      ],
      [
        82,
        62,
        'assign',
        '小组演练',
        assign(82, { name: '小组演练', intro: '', grade: -2, teamsubmission: 1, attemptreopenmethod: 'none', maxattempts: -1 }),
      ],
    ],
    files: [
      fileEntry(CONTEXT, 'mod_assign', 'intro', 0, 'plan.png', picture),
      fileEntry(CONTEXT, 'mod_assign', 'introattachment', 0, '模板.pdf', pdf),
      fileEntry(CONTEXT, 'assignsubmission_file', 'submission_files', 60, '方案.pdf', pdf),
      fileEntry(CONTEXT, 'assignsubmission_file', 'submission_files', 60, 'setup.exe', program),
      fileEntry(CONTEXT, 'assignsubmission_onlinetext', 'submissions_onlinetext', 60, 'door.png', picture),
    ],
    contents: [program],
    text: {
      'activities/assign_81/grades.xml': `<activity_gradebook><grade_items><grade_item id="1">${tags({ gradepass: '30.00000' })}</grade_item></grade_items></activity_gradebook>`,
      'activities/assign_81/grading.xml': `<areas><area id="1">${tags({ areaname: 'submissions', activemethod: 'rubric' })}</area></areas>`,
    },
  }
}
