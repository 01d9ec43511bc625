import { dic } from '@shuyuan/contract/sys/dic.ts'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../test/fake-server.ts'
import { show } from '../../test/render.tsx'
import { DictSelect, loadDict } from './DictSelect.tsx'

beforeEach(() => localStorage.clear())

describe('a dictionary', () => {
  const values = { data: [{ value: '1', title: '已通过' }] }

  it('is asked for once in five minutes', async () => {
    const sent = fakeServer({ [dic.list.path]: values })
    await loadDict('paper_ex_state')
    await loadDict('paper_ex_state')
    expect(sent.map((one) => one.body)).toEqual([{ dicCode: 'paper_ex_state' }])
    vi.useFakeTimers({ now: Date.now() + 300_001, toFake: ['Date'] })
    await loadDict('paper_ex_state').finally(() => vi.useRealTimers())
    expect(sent).toHaveLength(2)
  })

  it('offers its titles', async () => {
    fakeServer({ [dic.list.path]: values })
    const chosen: unknown[] = []
    const { mouse } = show(<DictSelect dicCode="paper_ex_state" aria-label="状态" onChange={(value) => chosen.push(value)} />)
    await mouse.click(screen.getByRole('combobox', { name: '状态' }))
    await mouse.click(await screen.findByTitle('已通过'))
    expect(chosen).toEqual(['1'])
  })
})
