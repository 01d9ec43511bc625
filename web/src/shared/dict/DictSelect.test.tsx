import { dic } from '@shuyuan/contract/sys/setting/dic.ts'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dictionary, values } from '../../test/answers.ts'
import { bodies, fakeServer } from '../../test/fake-server.ts'
import { show } from '../../test/render.tsx'
import { loadDict } from './dict.ts'
import { invalidateDicts, recordRevision } from './dict-revision.ts'
import { DictSelect } from './DictSelect.tsx'

beforeEach(() => localStorage.clear())

describe('a dictionary', () => {
  const passed = dictionary(['已通过'], 1)

  it('is fetched once in five minutes', async () => {
    const sent = fakeServer(passed)
    await loadDict('paper_ex_state')
    await loadDict('paper_ex_state')
    expect(bodies(sent)).toEqual([{ dicCode: 'paper_ex_state' }])
    vi.useFakeTimers({ now: Date.now() + 300_001, toFake: ['Date'] })
    await loadDict('paper_ex_state').finally(() => vi.useRealTimers())
    expect(sent).toHaveLength(2)
  })

  it('is fetched again after a change on this page or a new revision of the server', async () => {
    const sent = fakeServer(passed)
    recordRevision(7)
    await loadDict('paper_ex_state')
    recordRevision(7)
    recordRevision(undefined)
    await loadDict('paper_ex_state')
    expect(sent).toHaveLength(1)
    recordRevision(8)
    await loadDict('paper_ex_state')
    expect(sent).toHaveLength(2)
    invalidateDicts()
    await loadDict('paper_ex_state')
    expect(sent).toHaveLength(3)
  })

  it('offers its titles', async () => {
    fakeServer(passed)
    const chosen: unknown[] = []
    const { mouse } = show(<DictSelect dicCode="paper_ex_state" aria-label="状态" onChange={(value) => chosen.push(value)} />)
    await mouse.click(screen.getByRole('combobox', { name: '状态' }))
    await mouse.click(await screen.findByTitle('已通过'))
    expect(chosen).toEqual(['1'])
  })

  it('is searched on the server where it is too long to fetch', async () => {
    const all = values(['东街', '西街'])
    const sent = fakeServer({
      [dic.list.path]: ({ body }) => ({ data: all.filter((one) => one.title.includes((body as { title?: string }).title ?? '')) }),
    })
    const { mouse } = show(<DictSelect remote dicCode="streets" aria-label="街道" />)
    await mouse.type(screen.getByRole('combobox', { name: '街道' }), '西')
    expect(await screen.findByTitle('西街')).toBeDefined()
    await vi.waitFor(() => expect(screen.queryByTitle('东街')).toBeNull())
    expect(sent.at(-1)?.body).toEqual({ dicCode: 'streets', limit: 100, title: '西' })
  })
})
