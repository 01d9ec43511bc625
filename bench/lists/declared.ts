// The lists and charts that the contract declares, so that none can be forgotten.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { paging } from '@shuyuan/contract/kernel/field.ts'
import { served } from '../../server/src/domains.ts'

const pagingFields = Object.keys(paging({}).shape)
const isPaged = ({ input }: Endpoint) => 'shape' in input && pagingFields.every((name) => name in (input.shape as object))
/** Figures that are counted over many rows: statistics, progress and queues. */
const counts = /\/stat\/|-stat$|\/(progress|queue|count-unread|duplicates)$/

export const declaredLists = (): Endpoint[] => served.map((one) => one.endpoint).filter((one) => isPaged(one))
export const declaredCharts = (): Endpoint[] =>
  served.map((one) => one.endpoint).filter((one) => one.kind === 'query' && !isPaged(one) && counts.test(one.path))
