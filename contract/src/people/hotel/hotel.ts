// The site's hotel table, in which a hotel code is looked up when no outside service is configured.
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { command, download, endpoints, fileReply, query, upload } from '../../kernel/endpoint.ts'
import { isStorable, keyword, moment, pageOf, paging } from '../../kernel/field.ts'
import { ImportReply, importOptions } from '../../kernel/import.ts'

const Hotel = z.object({
  hotelCode: z.string().meta({ title: '酒店编码' }),
  zwmc: z.string().meta({ title: '对外门牌标识' }),
  yyzzmc: z.string().meta({ title: '营业执照注册名称' }),
  fr: z.string().meta({ title: '法定代表人' }),
  updateTime: moment('更新时间'),
})

export const hotel = endpoints('sys/hotel', {
  paging: query({
    title: '酒店列表',
    permit: 'sys:prop:update',
    input: paging({ hotelCode: keyword('酒店编码'), zwmc: keyword('对外门牌标识') }),
    output: pageOf(Hotel),
  }),
  delete: command({
    title: '删除酒店',
    permit: 'sys:prop:update',
    input: z.object({
      ids: z
        .array(z.string().max(60).refine(isStorable))
        .min(1, encoded(sayKernel('rowsUnchosen')))
        .max(5_000),
    }),
    output: z.literal(true),
  }),
  import: upload({
    title: '导入酒店',
    permit: 'sys:prop:update',
    slow: true,
    input: z.object(importOptions),
    /** updated: hotels that existed in the table */
    output: ImportReply,
  }),
  /** the wrong rows of the sheet with their faults, as base64 */
  'import-wrong': upload({
    title: '导出有误的酒店行',
    permit: 'sys:prop:update',
    slow: true,
    input: z.object({}),
    output: z.object({ name: z.string(), sheet: z.base64() }),
  }),
  'import-template': download({
    title: '酒店导入模板',
    permit: 'sys:prop:update',
    input: z.object({}),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
})
