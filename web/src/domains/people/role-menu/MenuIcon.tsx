// The icon of a menu, by its name.
import type { ComponentType } from 'react'
import * as icons from './menu-icons.ts'

const keyOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/outlined$/, '')
    .replaceAll(/[^a-z]/g, '')
const byKey: Record<string, ComponentType> = Object.fromEntries(Object.entries(icons).map(([name, icon]) => [keyOf(name), icon]))

/** The names of all available icons. */
export const menuIconNames = Object.keys(icons)

/** 'FileDoneOutlined', 'file-done' and 'filedone' name the same icon; an unknown name gives a neutral one. */
export function MenuIcon({ name }: { name: string }) {
  const Icon = byKey[keyOf(name)] ?? icons.AppstoreOutlined
  return <Icon />
}
