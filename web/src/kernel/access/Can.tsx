// Shows its children only to users who hold one of the tags.
import type { ReactNode } from 'react'
import { can, canStrictly } from './permission.ts'

type CanProps = {
  permit: string | readonly string[]
  children: ReactNode
  fallback?: ReactNode
  /** for groups and accounts, whose refusals are logged */
  strict?: boolean
}

/** The tags of a `permit` as a list. */
export const tagsOf = (permit: string | readonly string[]): readonly string[] => (typeof permit === 'string' ? [permit] : permit)

/** `permit`: one tag or several, any of which will do; an empty list allows. `fallback` stands in without permission (e.g. plain text for a link). */
export function Can({ permit, children, fallback = null, strict = false }: CanProps) {
  return (strict ? canStrictly : can)(tagsOf(permit)) ? children : fallback
}
