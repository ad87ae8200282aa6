/** The way from a page that sends nothing to where the person decides whether to trust the workspace. */
export function TrustLink(props: { readonly onManageTrust: () => void }) {
  return (
    <button type="button" class="link" onClick={props.onManageTrust}>
      Manage Workspace Trust
    </button>
  );
}
