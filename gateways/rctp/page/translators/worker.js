// SPDX-License-Identifier: Apache-2.0
// Runs one translator in a Worker of the operator's page. The server sends this file with a policy that allows only its
// own scripts, so a translator can access neither the page nor the network.
//
//   from the page: {address, object} once; then {state, seconds, latest}
//   to the page:   {name, standard} once; then {values}; or {problem}
/** @type {import("./axes.js").Translator | null} */
let translator = null;

onmessage = async ({ data }) => {
  try {
    if (data.address) {
      const module = await import(data.address);
      translator = module.create(data.object);
      postMessage({ name: String(module.name), standard: [...module.standard].map(String) });
    } else if (translator) {
      postMessage({ values: translator.input(data.state, data.seconds, data.latest) });
    }
  } catch (error) {
    postMessage({ problem: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
};
