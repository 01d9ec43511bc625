// The tab of similar papers: the list, or the pair that the address names.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { PairView } from './PairView.tsx'
import { SimilarOverview } from './SimilarOverview.tsx'

const PAIR = 'pair'

export function SimilarTab({ examId }: { examId: string }) {
  const [search, setSearch] = useSearchParams()
  const pairId = search.get(PAIR)
  const [isBack, setIsBack] = useState(false)
  // a step of the history, so that “back” leads from a pair to the list
  const open = (id: string | undefined) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      if (id === undefined) next.delete(PAIR)
      else next.set(PAIR, id)
      return next
    })
  const back = () => {
    setIsBack(true)
    open(undefined)
  }
  if (pairId === null) return <SimilarOverview examId={examId} isBack={isBack} onOpen={open} />
  return <PairView key={pairId} pairId={pairId} onBack={back} />
}
