// Questions of learners to the teachers of a course.
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { flag, id, ids, keyword, moment, pageOf, paging, text } from '../../kernel/field.ts'
import { placeFields } from './note.ts'

const words = (label: '提问内容' | '回答内容') => text(label, 2_000).meta({ title: label, control: 'textarea' })

const Answer = z.object({
  id: z.string(),
  /** false: the asker added it */
  isTeacher: z.boolean(),
  /** the teacher's name; empty for the asker */
  name: z.string(),
  content: z.string(),
  createTime: moment('创建时间'),
})
const question = {
  id: id('提问'),
  fileId: z.string().nullable(),
  fileTitle: z.string().meta({ title: '课件' }),
  position: z.int(),
  content: z.string().meta({ title: '提问内容' }),
  isOpen: z.boolean().meta({ title: '公开' }),
  answered: z.boolean().meta({ title: '已回答' }),
  createTime: moment('提问时间'),
  answers: z.array(Answer),
}

export const courseQuestion = endpoints('course/question', 'course', {
  /** the caller's own questions and those that teachers opened to the course, newest first; the askers of the latter are not named */
  'user-paging': query({
    title: '课程问答',
    permit: 'any',
    input: paging({ courseId: id('课程'), mine: z.boolean() }),
    output: pageOf(z.object({ ...question, isOwn: z.boolean() })),
  }),
  ask: command({
    title: '向老师提问',
    permit: 'any',
    rate: { by: 'user', max: 10, seconds: 60 },
    input: z.object({ ...placeFields, content: words('提问内容') }),
    output: z.object({ id: z.string() }),
  }),
  /** adds to an own question, which then waits for an answer again */
  reply: command({
    title: '补充提问',
    permit: 'any',
    rate: { by: 'user', max: 10, seconds: 60 },
    input: z.object({ id: id('提问'), content: words('提问内容') }),
    output: z.literal(true),
  }),
  /** of askers within the caller's data scope */
  paging: query({
    title: '课程提问列表',
    permit: 'course:answer',
    input: paging({
      courseId: id('课程'),
      answered: z.boolean().meta({ title: '已回答' }),
      content: keyword('提问内容'),
      deptCode: z.string().max(60).meta({ title: '部门' }),
    }),
    output: pageOf(
      z.object({
        ...question,
        courseId: id('课程'),
        courseTitle: z.string().meta({ title: '课程' }),
        realName: z.string().meta({ title: '提问人' }),
        userName: z.string().meta({ title: '账号' }),
        deptName: z.string().meta({ title: '部门' }),
      }),
    ),
  }),
  /** the asker gets a message; `isOpen`: the other learners of the course see question and answers */
  answer: command({
    title: '回答提问',
    permit: 'course:answer',
    input: z.object({ id: id('提问'), content: words('回答内容'), isOpen: flag('公开给课程的其他学员') }),
    output: z.literal(true),
  }),
  delete: command({ title: '删除提问', permit: 'course:answer', input: ids('提问'), output: z.literal(true) }),
})
