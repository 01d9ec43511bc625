/** Parts of the server that an installation without optional packages lacks. */
export const programParts = ['passwords', 'pictures', 'drawing', 'pdf', 'faces', 'media'] as const
export type ProgramPart = (typeof programParts)[number]
