import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from './z.ts'
import { id, ids, keyword, moment, optionalText, paging } from './field.ts'
import { issueMessage } from './issue-message.ts'
import { messageOf } from './message.ts'

const { customError } = z.config()
beforeAll(() => void z.config({ customError: issueMessage({ rows: '试题', scene: '上传场景', n: '页码' }) }))
afterAll(() => void z.config({ customError }))

const refusal = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => [issue.path.join('.'), messageOf(issue.message).zh])

describe('messages of issues', () => {
  test.each([
    [z.object({ scene: z.enum(['a', 'b']) }), { scene: 'c' }, [['scene', '上传场景的值不正确']]],
    [z.object({ note: optionalText('备注', 3) }), { note: 5 }, [['note', '备注的类型不正确']]],
    [z.object({ rows: z.array(z.string()) }), {}, [['rows', '试题不能为空！']]],
    [z.object({ name: z.string().max(2).meta({ title: '姓名' }) }), { name: 'abc' }, [['name', '姓名不能超过2个字']]],
    [z.object({ name: z.string().min(2).meta({ title: '姓名' }) }), { name: 'a' }, [['name', '姓名不能少于2个字']]],
    [z.object({ rows: z.array(z.string()).max(1) }), { rows: ['a', 'b'] }, [['rows', '试题最多选择1项']]],
    [z.object({ rows: z.array(z.string()).min(1) }), { rows: [] }, [['rows', '试题至少选择1项']]],
    [z.object({ n: z.int() }), { n: 1.5 }, [['n', '页码的类型不正确']]],
    [paging({ title: keyword('考试名称') }), { size: 9_999 }, [['size', '每页条数不能大于5000']]],
    [ids('考试'), {}, [['ids', '请至少选择一条数据！']]],
    [z.object({ at: moment('开始时间') }), { at: '2026-02-31 00:00:00' }, [['at', '开始时间不是有效的时间']]],
    // a field without a name in words is not shown by its technical name
    [z.object({ toString: z.string() }), { toString: 1 }, [['toString', '缺少必要参数或参数类型不正确。']]],
    [z.object({ id: id('考试') }), 'text', [['', '缺少必要参数或参数类型不正确。']]],
  ])('%#', (schema, value, expected) => expect(refusal(schema, value)).toEqual(expected))
})
