// Site settings and switches.
import * as z from 'zod'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { flag, optionalText, text } from '../kernel/field.ts'

const SiteProps = z.object({
  moduleCourse: z.boolean(),
  moduleExam: z.boolean(),
  moduleCert: z.boolean(),
  faceLogin: z.boolean(),
  hotelProfile: z.boolean(),
})

export const Site = z.object({
  id: z.literal('1'),
  siteName: text('站点名称', 60),
  backLogo: optionalText('后台 LOGO', 500),
  frontLogo: optionalText('前台 LOGO', 500),
  copyRight: optionalText('版权信息', 5_000),
  tagsView: flag('页签'),
  fixedHeader: flag('固定头部'),
  sidebarLogo: flag('侧栏 LOGO'),
  props: SiteProps,
})
export type Site = z.infer<typeof Site>

export const config = endpoints('sys/config', {
  detail: query({ title: '站点信息', permit: '-', input: z.object({ id: z.string().optional() }), output: Site }),
  save: command({ title: '保存站点信息', permit: 'sys:config:update', input: Site, output: z.literal(true) }),
})
