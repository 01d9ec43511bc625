// Figures of one server process for its operator. Domains add theirs; they cost nothing until they are read.
import type { App } from '../ctx.ts'
import { appPart } from '../part.ts'

/** Each label has few values. */
export type Sample = { value: number; labels?: Record<string, string> }
export type Figure = {
  /** without the prefix `shuyuan_`; in base units, a counter ends with `_total` (Prometheus naming) */
  name: string
  help: string
  /** a counter only grows while the process lives */
  kind: 'gauge' | 'counter'
  read: () => Promise<Sample[]> | Sample[]
}

const figuresOf = appPart((): Figure[] => [])

/** Called at the start by the part of the server that knows the figure. */
export const addFigure = (app: App, figure: Figure): void => void figuresOf(app).push(figure)

export const allFigures = (app: App): readonly Figure[] => figuresOf(app)
