// What a call's body may be before its schema reads it.
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import { fieldNames } from '@shuyuan/contract/kernel/field-names.ts'
import { isStorable } from '@shuyuan/contract/kernel/field.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { type FieldMessage, failFields, issuesOf } from './fail.ts'

class UnsupportedMediaType extends Error {
  readonly statusCode = 415
}

/** Fails with HTTP 415 for a form in place of JSON. */
export function refuseForm(endpoint: Endpoint, request: FastifyRequest) {
  if (endpoint.kind !== 'upload' && request.headers['content-type']?.startsWith('multipart/'))
    throw new UnsupportedMediaType('JSON expected')
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Removes '' and null from the filters (`params`) of a list: clients send them for "no filter". */
export function withoutEmptyFilters(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.params)) return body
  return { ...body, params: Object.fromEntries(Object.entries(body.params).filter(([, value]) => value !== '' && value !== null)) }
}

/** The innermost field of the path that has a name in words; '' without one. */
const inWords = (path: readonly string[]) => fieldNames[path.findLast((part) => Object.hasOwn(fieldNames, part)) ?? ''] ?? ''

/** The paths of texts that PostgreSQL cannot store. */
function unstorable(value: unknown, path: string[] = []): FieldMessage[] {
  if (typeof value === 'string')
    return isStorable(value) ? [] : [{ field: path.join('.'), message: sayKernel('unstorable', { label: inWords(path) }) }]
  if (Array.isArray(value)) return value.flatMap((one, at) => unstorable(one, [...path, String(at)]))
  if (!isObject(value) || value instanceof Date) return []
  return Object.entries(value).flatMap(([name, one]) => unstorable(one, [...path, name]))
}

type Reading = { storable: boolean; firstOnly?: boolean }
/** Zod's own `validate` stops so, but says no reason. */
const stopEarly: object = { abortEarly: true }

/**
 * A body read with a schema. Fails badInput with all problems; `storable`: also for texts that cannot be stored; `firstOnly`: with those of the first
 * part that has some, because the messages for 100,000 wrong values take seconds.
 */
export function validated(schema: z.ZodType, body: unknown, { storable, firstOnly = false }: Reading) {
  const read = schema.safeParse(withoutEmptyFilters(body), firstOnly ? stopEarly : undefined)
  if (!read.success) return failFields(issuesOf(read.error))
  const found = storable ? unstorable(read.data) : []
  return found.length > 0 ? failFields(found) : read.data
}
