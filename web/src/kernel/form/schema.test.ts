import { exam } from '@shuyuan/contract/exam/exam.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { describe, expect, it } from 'vitest'
import { bodyOf, fieldOf, problemsOf, startValues } from './form-values.ts'
import { readQuery, writeQuery } from '../list/list-query.ts'
import { fieldInfo, paramsSchema, rowSchema, schemaAt } from './schema.ts'

const field = (path: (string | number)[], of = exam.save) => {
  const schema = schemaAt(of.input, path)
  if (!schema) throw new Error(`no field ${path.join('.')}`)
  return fieldInfo(schema)
}

describe('reading a field from a schema', () => {
  it('reads label, control and bounds through refinements, codecs and defaults', () => {
    expect(field(['title'])).toMatchObject({ title: '考试名称', control: 'text', required: true, maxLength: 100 })
    expect(field(['remark'])).toMatchObject({ title: '考试说明', control: 'textarea', required: false })
    expect(field(['minutes'])).toMatchObject({ control: 'count', unit: '分钟', min: 1, max: 1_440, required: true })
    expect(field(['passScore'])).toMatchObject({ control: 'points', min: 0 })
    expect(field(['allowPaste'])).toMatchObject({ control: 'flag' })
  })

  it('accepts null where the contract does, and then requires no value', () => {
    expect(field(['startTime'])).toMatchObject({ title: '开始时间', control: 'moment', nullable: true, required: false })
  })

  it('gives numeric codes as numbers and choices as texts', () => {
    expect(field(['openType']).choices[0]).toEqual({ value: 1, label: '完全公开' })
    expect(field(['showScore']).choices[0]).toEqual({ value: 'never', label: '不公布' })
  })

  it('finds fields inside of lists, and the row of a page', () => {
    const draw = schemaAt(tmpl.save.input, ['groups', 0, 'draws', 2, 'count'])
    expect(draw && fieldInfo(draw)).toMatchObject({ title: '抽题数', control: 'count' })
    const state = schemaAt(rowSchema(user.paging), ['state'])
    expect(state && fieldInfo(state)).toMatchObject({ title: '状态', control: 'code' })
    expect(schemaAt(exam.save.input, ['nothing', 'here'])).toBeUndefined()
  })
})

describe('values of a form', () => {
  it('starts with the values of untouched fields, and leaves given ones unchanged', () => {
    const start = startValues(exam.save.input, { title: '消防', totalScore: 100 })
    expect(start).toMatchObject({ title: '消防', allowPaste: false, startTime: null, remark: '', deptCodes: [], totalScore: 100 })
    expect(start.markOptions).toEqual({ blankShortZero: true, ignoreCase: true, negative: false })
  })

  it('sends only the fields of the endpoint', () => {
    expect(bodyOf(repo.save.input, { title: '题库', quCount: 3, remark: undefined })).toEqual({ title: '题库' })
  })

  it('finds the first problem of each field with the text of the contract', () => {
    expect(problemsOf(repo.save.input, { remark: '', isExam: true, isTrain: false })).toEqual([
      { path: 'title', message: '请填写题库名称' },
    ])
  })

  it('shows a problem on the field it names or on the nearest field around it', () => {
    expect(fieldOf('groups.0.title', ['title', 'groups'])).toBe('groups')
    expect(fieldOf('groups.0.title', ['groups', 'groups.0.title'])).toBe('groups.0.title')
    expect(fieldOf('repoId', ['title'])).toBeUndefined()
  })
})

describe('a list in the address', () => {
  const schema = paramsSchema(user.paging)
  const defaults = { size: 10, params: { state: UserState.active } }
  const read = (text: string) => readQuery(new URLSearchParams(text), schema, '', defaults)

  it('reads filters in the types of the contract', () => {
    expect(read('userName=123&state=1&roleIds=%5B%221%22%5D&page=3&size=50&sort=-createTime')).toEqual({
      current: 3,
      size: 50,
      params: { userName: '123', state: UserState.disabled, roleIds: ['1'] },
      order: { column: 'createTime', asc: false },
    })
  })

  it('uses defaults, and no value where a default was emptied', () => {
    expect(read('').params).toEqual({ state: UserState.active })
    expect(read('state=').params).toEqual({})
  })

  it('drops invalid values of an edited address', () => {
    expect(read('page=-1&size=99999999&roleIds=%7B&unknown=1')).toEqual({ current: 1, size: 5_000, params: { state: UserState.active } })
  })

  it('writes what it reads, beside parameters of other lists', () => {
    const query = { current: 2, size: 10, params: { userName: '张', state: undefined }, order: { column: 'userName', asc: true } }
    const written = writeQuery(new URLSearchParams('tab=all&userName=李'), query, '', defaults)
    expect(written.get('tab')).toBe('all')
    expect(read(written.toString())).toEqual({ current: 2, size: 10, params: { userName: '张' }, order: { column: 'userName', asc: true } })
  })
})
