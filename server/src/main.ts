// Starts one server process: the bundle of the server if it was made of these very sources, else the sources.
import { freshBundle } from './kernel/bundle.ts'

await import(freshBundle() ?? './start.ts')
