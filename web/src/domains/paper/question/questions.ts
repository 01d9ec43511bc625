// The questions of a paper in order, and their pictures.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'

type Detail = Data<(typeof paper)['paper-detail']>
export type RunnerGroup = Detail['groups'][number]
export type RunnerQuestion = Omit<RunnerGroup['quList'][number], 'sort'>
export type RunnerSub = RunnerQuestion['subList'][number]
/** `number` counts through the paper, from 1. */
export type Step = { question: RunnerQuestion; group: string; groupAt: number; number: number }

export function stepsOf(groups: readonly { title: string; quList: readonly RunnerQuestion[] }[]): Step[] {
  return groups
    .flatMap(({ title, quList }, groupAt) => quList.map((question) => ({ question, group: title, groupAt })))
    .map((step, at) => ({ ...step, number: at + 1 }))
}

const pictures = /<img[^>]+src="([^"]+)"/g

/** URLs of all pictures of the paper, each once. */
export function picturesOf(groups: readonly RunnerGroup[]): string[] {
  const found = new Set<string>()
  const look = ({ content, answerList, left, right }: RunnerSub) => {
    const items = [...answerList, ...left, ...right]
    for (const html of [content, ...items.map((item) => item.content)]) for (const [, src = ''] of html.matchAll(pictures)) found.add(src)
    for (const { image } of items) if (image) found.add(image)
  }
  for (const { question } of stepsOf(groups)) {
    look(question)
    for (const sub of question.subList) look(sub)
  }
  return [...found].map((src) => src.replaceAll('&amp;', '&'))
}
