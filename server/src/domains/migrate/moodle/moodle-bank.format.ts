// The question bank of a backup: categories with their questions, as Moodle 4 keeps them in versions, and as it did before.
import { attribute, child, children, type Node, numberOf, textOf } from './backup-xml.format.ts'

/** `id` names the entry of the bank in all its versions, as slots of quizzes do. */
export type BankQuestion = { id: string; categoryId: string; node: Node; isHidden: boolean }
export type Category = { id: string; parentId: string; name: string }
export type Bank = {
  categories: Map<string, Category>
  questions: BankQuestion[]
  /** every question element, also parts of others, by its id */
  byId: Map<string, Node>
}

const READY = 'ready'

/** The newest version that is ready; without one the newest. */
function versionOf(entry: Node): { node: Node; isHidden: boolean } | undefined {
  const versions = children(entry, 'question_version')
    .flatMap((one) => children(one, 'question_versions'))
    .toSorted((a, b) => numberOf(b, 'version') - numberOf(a, 'version'))
  const found = versions.find((one) => textOf(one, 'status') === READY) ?? versions[0]
  const node = found && children(child(found, 'questions'), 'question')[0]
  return node && { node, isHidden: textOf(found, 'status') !== READY }
}

const isPart = (node: Node) => !['', '0', attribute(node, 'id')].includes(textOf(node, 'parent'))

/** @param root element question_categories of questions.xml */
export function bankOf(root: Node): Bank {
  const bank: Bank = { categories: new Map(), questions: [], byId: new Map() }
  for (const category of children(root, 'question_category')) {
    const categoryId = attribute(category, 'id')
    bank.categories.set(categoryId, { id: categoryId, parentId: textOf(category, 'parent'), name: textOf(category, 'name').trim() })
    const add = (id: string, node: Node, isHidden: boolean) => {
      // a part of a question with embedded answers is no question of its own
      if (!isPart(node)) bank.questions.push({ id, categoryId, node, isHidden })
    }
    for (const node of children(child(category, 'questions'), 'question')) {
      bank.byId.set(attribute(node, 'id'), node)
      add(`q${attribute(node, 'id')}`, node, textOf(node, 'hidden') === '1')
    }
    for (const entry of children(child(category, 'question_bank_entries'), 'question_bank_entry')) {
      for (const one of children(entry, 'question_version').flatMap((version) => children(version, 'question_versions')))
        for (const node of children(child(one, 'questions'), 'question')) bank.byId.set(attribute(node, 'id'), node)
      const version = versionOf(entry)
      if (version) add(`e${attribute(entry, 'id')}`, version.node, version.isHidden)
    }
  }
  return bank
}

/** The title of the chapter of each category: its name, with that of the category above where two have the same. */
export function chaptersOf({ categories }: Bank): Map<string, string> {
  const byName = Map.groupBy(categories.values(), (one) => one.name)
  return new Map(
    [...categories.values()].map(({ id, parentId, name }) => {
      const isAlone = (byName.get(name)?.length ?? 0) < 2
      const above = categories.get(parentId)?.name ?? ''
      const title = name === 'top' || name === '' ? '' : isAlone || above === '' || above === 'top' ? name : `${above} / ${name}`
      return [id, title.slice(0, 100)]
    }),
  )
}

/** A category with those below it. */
export function withBelow({ categories }: Bank, id: string): string[] {
  const found = [id]
  for (const one of found)
    for (const { id: below, parentId } of categories.values()) if (parentId === one && !found.includes(below)) found.push(below)
  return found
}
