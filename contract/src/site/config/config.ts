// Site settings: names, logos, addresses, modules and the options of the layouts (admin.md §3, *Site settings*).
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints } from '../../kernel/endpoint.ts'
import { directory, orEmpty, webAddress } from '../../kernel/rule.ts'
import { ownHelp, ownKind, ownNotice, scale, sessionLife, shown, siteCalls } from './config-site.ts'

/** A setting in the form of older clients: true, 1 or '1' is on (decisions.md, 22). */
export const isOn = (value: unknown): boolean => value === true || value === 1 || value === '1'
const prop = (label: string) =>
  z
    .union([z.boolean(), z.literal([0, 1, '0', '1'])], { error: encoded(sayKernel('unchosen', { label })) })
    .transform(isOn)
    .meta({ title: label, control: 'flag' })

const SiteForm = z.object({
  ...shown,
  ...ownHelp,
  ...ownNotice,
  h5Host: orEmpty(webAddress('移动端地址')),
  tmpDir: orEmpty(directory('临时目录')),
  props: z.object({
    moduleCourse: prop('课程模块'),
    moduleExam: prop('考试模块'),
    moduleCert: prop('证书模块'),
    faceLogin: prop('人脸照片'),
    hotelProfile: prop('酒店资料'),
    ...ownKind,
    ...scale,
    ...sessionLife,
  }),
})

export const config = endpoints('sys/config', {
  ...siteCalls,
  save: command({ title: '保存站点信息', permit: 'sys:config:update', input: SiteForm, output: z.literal(true) }),
})
