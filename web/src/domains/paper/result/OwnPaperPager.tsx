// Pager of the learner's papers: page and page size stand in the URL.
import { pageSizes } from '../../../kernel/list/list-query.ts'
import type { ListQueryState } from '../../../kernel/list/useListQuery.ts'
import { PlainPager } from '../../../kernel/plain/PlainPager.tsx'

const MOST = 100

export function OwnPaperPager({ query: { current, size, go }, total }: { query: ListQueryState; total: number }) {
  // the URL may name a page size that is not offered
  const sizes = [...new Set([...pageSizes.filter((one) => one <= MOST), size])].toSorted((a, b) => a - b)
  return (
    <PlainPager
      current={current}
      pages={Math.max(1, Math.ceil(total / size))}
      onGo={(page) => go(page, size)}
      rows={{ total, size, sizes, onSize: (next) => go(1, next) }}
    />
  )
}
