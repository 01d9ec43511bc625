// Publishing a course: whom it reaches, and the notice to them.
import * as z from '../../kernel/z.ts'
import { command, query } from '../../kernel/endpoint.ts'
import { code, flag, id } from '../../kernel/field.ts'
import { audienceReach, NoticeState } from '../../notify/reach.ts'
import { audienceLists, OpenType } from '../../people/user/open-type.ts'

export const courseOpenType = { [OpenType.all]: '完全公开', [OpenType.departs]: '指定部门', [OpenType.persons]: '指定人员' } as const

export const coursePublishCalls = {
  /** shown before a course is published: the users of its audience, and the notice that they can get */
  reach: query({
    title: '课程范围人数',
    permit: ['course:add', 'course:update'],
    /** `id`: a stored course; without it the caller is the maker */
    input: z.object({ id: id('课程').optional(), openType: code('开放类型', courseOpenType), ...audienceLists }),
    output: z.object({ ...audienceReach, noticeState: NoticeState }),
  }),
  /** shows a course to its audience; refused without a required file, and for an outdated `version` */
  publish: command({
    title: '发布课程',
    permit: ['course:add', 'course:update'],
    /** `notify`: everybody in the audience gets the course notice in the inbox; once for a course, a repeated call sends none */
    input: z.object({ id: id('课程'), version: z.int32().optional(), notify: flag('通知学员').default(false) }),
    output: z.object({
      /** recipients of the notice */
      sent: z.int(),
    }),
  }),
}
