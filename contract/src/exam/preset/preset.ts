// Presets of exams: named settings that fill the form of a new exam.
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { flag, id, ids, text } from '../../kernel/field.ts'
import { entrySettings } from '../entry-settings.ts'
import { exam } from '../exam.ts'
import { integritySettings } from '../integrity-form.ts'
import { recordSettings } from '../record-settings.ts'
import { roomSettings } from '../room-settings.ts'

const { minutes, tries, lateMinutes, earliestMinutes, showScore, showAnswer, allowPaste, markOptions, markBlind, markStep, markDouble } =
  exam.save.input.shape
const { showRank, wrongOnly, answerLooks } = exam.save.input.shape
const { pledge, needFace, needApply, closeTraining } = entrySettings

/** The settings that a preset keeps: those that say how an exam is held, none that say which, when, for whom or for how much. */
export const PresetSettings = z.object({
  minutes,
  tries,
  lateMinutes,
  earliestMinutes,
  showScore,
  showAnswer,
  allowPaste,
  markOptions,
  markBlind,
  markStep,
  markDouble,
  showRank,
  wrongOnly,
  answerLooks,
  pledge,
  needFace,
  needApply,
  closeTraining,
  ...roomSettings,
  ...integritySettings,
  ...recordSettings,
})

const makers = ['exam:add', 'exam:update'] as const

export const examPreset = endpoints('exam/exam-preset', 'exam', {
  /** the caller's own presets and those of the site, by name */
  list: query({
    title: '考试预设',
    permit: makers,
    input: z.object({}),
    output: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        shared: z.boolean(),
        /** the caller may change and delete it */
        own: z.boolean(),
        settings: PresetSettings,
      }),
    ),
  }),
  save: command({
    title: '保存考试预设',
    permit: makers,
    /** with `id` a stored preset gets this name, reach and these settings */
    input: z.object({
      id: id('考试预设').optional(),
      title: text('预设名称', 50),
      shared: flag('全站可用').default(false),
      settings: PresetSettings,
    }),
    output: z.object({ id: z.string() }),
  }),
  /** the caller's own; callers with the right to presets of the site also delete those */
  delete: command({ title: '删除考试预设', permit: makers, input: ids('考试预设'), output: z.literal(true) }),
})
