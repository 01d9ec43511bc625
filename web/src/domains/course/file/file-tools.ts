// Slot of the library of files for what a later room plays; filled in by web/src/app/compose.ts.
import type { ComponentType } from 'react'
import { store } from '../../../kernel/store.ts'

export type PackagePreviewProps = { fileId: string; title: string }

export const fileTools = store<{ PackagePreview: ComponentType<PackagePreviewProps> | undefined }>({ PackagePreview: undefined })
