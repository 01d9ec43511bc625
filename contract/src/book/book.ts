// The wrong-answer book: questions that a learner got wrong in exams and training, until enough right answers in a row.
import { say } from './book.texts.ts'
import { encoded } from '../kernel/message.ts'
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { code, count, id, ids, moment, pageOf, paging } from '../kernel/field.ts'
import { Answer, ShownKey } from '../qu/content.ts'
import { PracticeQuestion } from '../qu/practice.ts'
import { quTypeText } from '../qu/qu.ts'

export const BookRow = z.object({
  id: id('错题'),
  quId: z.string(),
  examId: z.string(),
  /** empty for a question from training */
  examId_dictText: z.string().meta({ title: '考试' }),
  repoId: z.string(),
  repoId_dictText: z.string().meta({ title: '题库' }),
  chapterId: z.string(),
  chapterId_dictText: z.string().meta({ title: '章节' }),
  quType: code('题型', quTypeText),
  /** the stem as it was answered */
  title: z.string().meta({ title: '题干' }),
  /** the question has been deleted from its bank since, so that it cannot be trained */
  deleted: z.boolean(),
  wrongCount: count('答错次数'),
  rightStreak: count('连续答对'),
  updateTime: moment('最近答错'),
})

const filters = {
  examId: id('考试').optional(),
  repoId: id('题库').optional(),
  chapterId: id('章节').optional(),
  quType: code('题型', quTypeText).optional(),
}

export const book = endpoints('repo/book', 'exam', {
  paging: query({ title: '错题本', permit: 'any', input: paging(filters), output: pageOf(BookRow) }),
  /** the exams and banks that have wrong answers, with their counts */
  places: query({
    title: '错题分布',
    permit: 'any',
    /** with an exam: only the banks and chapters of its wrong answers */
    input: z.object({ examId: id('考试').optional() }),
    output: z.object({
      /** right answers in a row after which a question is removed from the book */
      rights: z.int(),
      exams: z.array(z.object({ id: z.string(), title: z.string(), count: z.int() })),
      repos: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          count: z.int(),
          chapters: z.array(z.object({ id: z.string(), title: z.string(), count: z.int() })),
        }),
      ),
    }),
  }),
  /** by bank, how many questions are to be asked again now (spaced repetition), and how many were asked again on this day of the site */
  due: query({
    title: '到期的错题',
    permit: 'any',
    input: z.object({}),
    output: z.array(z.object({ id: z.string(), title: z.string(), count: z.int(), done: z.int() })),
  }),
  detail: query({
    title: '错题详情',
    permit: 'any',
    /** by the id of the row or of the question */
    input: z
      .object({ id: id('错题').optional(), quId: id('试题').optional() })
      .refine((body) => body.id !== undefined || body.quId !== undefined, { path: ['id'], error: encoded(say('wrongQuestionUnchosen')) }),
    output: BookRow.extend({ question: PracticeQuestion, answer: Answer.nullable(), key: ShownKey, subKeys: z.array(ShownKey) }),
  }),
  /** for printing: many questions in one answer, with or without their keys */
  print: query({
    title: '打印错题',
    permit: 'any',
    input: z.object({ ...filters, answers: z.boolean().default(false) }),
    output: z.array(z.object({ question: PracticeQuestion, key: ShownKey.nullable(), subKeys: z.array(ShownKey) })),
  }),
  remove: command({ title: '移出错题本', permit: 'any', input: ids('错题'), output: z.literal(true) }),
})
