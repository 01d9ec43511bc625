// Tiptap extensions beyond the starter kit: sub- and superscript, alignment, video, audio.
import { Extension, Mark, mergeAttributes, Node } from '@tiptap/core'

const script = (tag: 'sub' | 'sup', other: string) =>
  Mark.create({
    name: tag,
    excludes: other,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  })

export const Subscript = script('sub', 'sup')
export const Superscript = script('sup', 'sub')

const sides = ['left', 'center', 'right', 'justify']

/** `text-align` on paragraphs and headings. */
export const TextAlign = Extension.create({
  name: 'textAlign',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element) => (sides.includes(element.style.textAlign) ? element.style.textAlign : null),
          renderHTML: ({ textAlign }) => (textAlign ? { style: `text-align: ${String(textAlign)}` } : {}),
        },
      },
    },
  ],
})

const media = (tag: 'video' | 'audio') =>
  Node.create({
    name: tag,
    group: 'block',
    atom: true,
    addAttributes: () => ({
      src: { default: null, parseHTML: (element) => element.getAttribute('src') ?? element.querySelector('source')?.getAttribute('src') },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes, { controls: 'true' })],
  })

export const Video = media('video')
export const Audio = media('audio')
