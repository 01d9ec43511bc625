import { dic } from '@shuyuan/contract/site/setting/dic.ts'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dictionary, values } from '../../../test/answers.ts'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
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

  it('is searched on the server where it has more than a hundred values; the title of a chosen one is asked for', async () => {
    const all = values([...Array.from({ length: 120 }, (_, at) => `东街${at}`), '西街'])
    const west = all.at(-1)!.value
    type Asked = { title?: string; value?: string; limit: number }
    const sent = fakeServer({
      [dic.list.path]: ({ body }) => {
        const { title = '', value, limit } = body as Asked
        return { data: all.filter((one) => one.title.includes(title) && (value ?? one.value) === one.value).slice(0, limit) }
      },
    })
    const { mouse } = show(<DictSelect dicCode="streets" aria-label="街道" value={west} />)
    expect(await screen.findByTitle('西街')).toBeDefined()
    expect(bodies(sent)).toContainEqual({ dicCode: 'streets', value: west, limit: 1 })
    await mouse.type(screen.getByRole('combobox', { name: '街道' }), '街79')
    expect(await screen.findByTitle('东街79')).toBeDefined()
    await vi.waitFor(() => expect(screen.queryByTitle('东街1')).toBeNull())
    expect(bodies(sent)).toContainEqual({ dicCode: 'streets', limit: 100, title: '街79' })
  })
})
