// Components that are loaded when they are needed, without a skeleton where they have come before.
import { type ComponentType, lazy, useState } from 'react'

type Module = { default: ComponentType }

/**
 * As React's `lazy`; a file that `fetch` has loaded is rendered at once. React shows a skeleton for at least 300 ms once a first render has
 * waited for a file, also for one that has come.
 */
export function ready(load: () => Promise<Module>): { Component: ComponentType; fetch: () => Promise<Module> } {
  let loaded: ComponentType | undefined
  const fetch = async () => {
    const module = await load()
    loaded = module.default
    return module
  }
  const Later = lazy(fetch)
  function Component() {
    const [Page] = useState(() => loaded ?? Later)
    return <Page />
  }
  return { Component, fetch }
}
